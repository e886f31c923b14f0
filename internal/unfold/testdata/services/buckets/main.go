// Command buckets reads objects with version 1 of the AWS SDK.
package main

import (
	"log"
	"net/http"

	"github.com/aws/aws-sdk-go/aws"
	"github.com/aws/aws-sdk-go/aws/session"
	"github.com/aws/aws-sdk-go/service/s3"
)

type server struct{ usual, once, field *s3.S3 }

//amplify:entry "GET /usual" github.com/aws/aws-sdk-go/service/s3.(*S3).GetObject 4
func (s *server) a(w http.ResponseWriter, _ *http.Request) { get(w, s.usual) }

//amplify:entry "GET /once" github.com/aws/aws-sdk-go/service/s3.(*S3).GetObject 2
func (s *server) b(w http.ResponseWriter, _ *http.Request) { get(w, s.once) }

//amplify:entry "GET /field" github.com/aws/aws-sdk-go/service/s3.(*S3).GetObject 6
func (s *server) c(w http.ResponseWriter, _ *http.Request) { get(w, s.field) }

func get(w http.ResponseWriter, c *s3.S3) {
	if _, err := c.GetObject(&s3.GetObjectInput{Bucket: aws.String("b"), Key: aws.String("k")}); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func main() {
	sess := session.Must(session.NewSession(&aws.Config{Region: aws.String("eu-central-1")}))
	s := &server{
		usual: s3.New(sess),
		once:  s3.New(sess, aws.NewConfig().WithMaxRetries(1)),
		field: s3.New(sess, &aws.Config{MaxRetries: aws.Int(5)}),
	}
	http.HandleFunc("GET /usual", s.a)
	http.HandleFunc("GET /once", s.b)
	http.HandleFunc("GET /field", s.c)
	log.Fatal(http.ListenAndServe(":8080", nil))
}
