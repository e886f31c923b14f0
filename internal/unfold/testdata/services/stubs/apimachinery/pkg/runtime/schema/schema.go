package schema

type GroupResource struct{ Group, Resource string }
