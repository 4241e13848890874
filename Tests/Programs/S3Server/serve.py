"""Runs a command beside a server with the S3 API on loopback (moto), which checks signatures.

serve.py COMMAND…: the command finds the address of a bucket and its keys in TEXTIFY_TEST_S3_URL,
TEXTIFY_TEST_S3_ACCESS_KEY and TEXTIFY_TEST_S3_SECRET_KEY. Exits with the command's status.
"""

import json
import os
import subprocess
import sys

# The requests that make the user and the bucket, and are not checked. Read when moto is imported.
os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "4"

import boto3
from moto.server import ThreadedMotoServer

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
endpoint = f"http://127.0.0.1:{port}"


def client(service, key="none", secret="none"):
    return boto3.client(
        service, endpoint_url=endpoint, region_name="us-east-1",
        aws_access_key_id=key, aws_secret_access_key=secret)


iam = client("iam")
iam.create_user(UserName="textifyd")
keys = iam.create_access_key(UserName="textifyd")["AccessKey"]
allowed = {"Effect": "Allow", "Action": "s3:*", "Resource": "*"}
iam.put_user_policy(
    UserName="textifyd", PolicyName="bucket",
    PolicyDocument=json.dumps({"Version": "2012-10-17", "Statement": [allowed]}))
client("s3").create_bucket(Bucket="pictures")

environment = os.environ | {
    "TEXTIFY_TEST_S3_URL": f"s3://pictures/textify?endpoint={endpoint}&region=us-east-1",
    "TEXTIFY_TEST_S3_ACCESS_KEY": keys["AccessKeyId"],
    "TEXTIFY_TEST_S3_SECRET_KEY": keys["SecretAccessKey"],
}
status = subprocess.run(sys.argv[1:], env=environment).returncode
server.stop()
sys.exit(status)
