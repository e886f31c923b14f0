// There is a function without a body in this package.
