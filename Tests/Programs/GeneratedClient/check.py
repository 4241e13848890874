"""Uses the client that openapi-python-client generated from /v1/openapi.json.

    check.py FOLDER SOCKET PICTURE

FOLDER holds the generated package `client`. Prints `ok`, or ends with a traceback.
"""
import io
import json
import sys

import httpx

folder, socket, picture_path = sys.argv[1:]
sys.path.insert(0, folder)

from client import Client, models, types
from client.api.art import (get_art_as_ansi, get_art_as_bmp, get_art_as_html, get_art_as_json, get_art_as_png,
                            get_art_as_svg, get_art_as_txt, get_picture, render_as_png, render_as_txt)
from client.api.jobs import cancel_job, get_job, list_jobs, retry_jobs, submit_job
from client.api.operation import sync
from client.api.service import get_metrics, get_spending, get_status, list_backends, stream_events

service = Client("http://textifyd", httpx_args={"transport": httpx.HTTPTransport(uds=socket)})


def picture():
    return types.File(payload=io.BytesIO(open(picture_path, "rb").read()), file_name="picture.png")


# A request as JSON, answered when the job has ended.
order = models.SubmitRequest(prompt="a boat", tags=["sea"], art=models.ArtOptions(columns=24))
done = submit_job.sync(client=service, body=order, prefer="wait=60", idempotency_key="one")
assert isinstance(done, models.JobDetail) and done.state == models.JobState.DONE, done
assert done.request.art.columns == 24 and done.request.tags == ["sea"], done.request
assert get_job.sync(done.id, client=service).history[0].state == models.JobState.QUEUED

# The job's request can be submitted again as it is.
again = submit_job.sync(client=service, body=done.request, prefer="wait=60")
assert again.id != done.id and again.request == done.request, again

# A picture as bytes and as a form.
for body in (picture(), models.PictureForm(picture=[picture()], columns=20, tags=["sea", "form"])):
    job = submit_job.sync(client=service, body=body, prefer="wait=60")
    assert isinstance(job, models.JobDetail) and job.state == models.JobState.DONE, job
form = job.id
assert [job.id for job in list_jobs.sync(client=service, tag=["form"]).jobs] == [form]
assert len(list_jobs.sync(client=service, tag=["sea"], limit=2).jobs) == 2

# Art in each format, and the picture.
text = get_art_as_txt.sync(done.id, client=service, columns=40)
assert isinstance(text, str) and max(map(len, text.splitlines())) <= 40, text
assert "\x1b[" in get_art_as_ansi.sync(done.id, client=service, auto_charset="sextant")
assert get_art_as_svg.sync(done.id, client=service).startswith("<svg")
assert "<html" in get_art_as_html.sync(done.id, client=service)
assert get_art_as_png.sync(done.id, client=service).payload.read().startswith(b"\x89PNG")
assert get_art_as_bmp.sync(done.id, client=service).payload.read().startswith(b"BM")
assert get_art_as_json.sync(done.id, client=service).to_dict()["columns"] == 24
assert get_picture.sync(done.id, client=service).payload.read().startswith(b"\x89PNG")
assert len(render_as_txt.sync(client=service, body=picture(), columns=30).splitlines()[0]) <= 30
assert render_as_png.sync(client=service, body=picture()).payload.read().startswith(b"\x89PNG")

# Problem documents.
for problem, code in (
    (get_job.sync("zzzz", client=service), "no_such_job"),
    (cancel_job.sync(done.id, client=service), "job_has_ended"),
    (get_art_as_txt.sync(done.id, client=service, columns=9999), "field_out_of_range"),
):
    assert isinstance(problem, models.Problem) and problem.code == code and problem.detail, problem

# Events: an unknown ID is answered with `reset`; then the stream sends what happens.
stream = {**stream_events._get_kwargs(), "headers": {"Last-Event-ID": "0-0"}, "timeout": 30}
with service.get_httpx_client().stream(**stream) as events:
    lines = events.iter_lines()
    assert next(line for line in lines if line.startswith("event: ")) == "event: reset"
    watched = submit_job.sync(client=service, body=order)
    next(line for line in lines if line == "event: job_done")
    data = next(line for line in lines if line.startswith("data: "))
    assert json.loads(data.removeprefix("data: "))["job"] == watched.id, data

# Everything else that answers with a model.
assert get_status.sync(client=service).phase == models.Phase.RUNNING
assert list_backends.sync(client=service).backends[0].name == "sketch"
assert get_spending.sync(client=service).lines is not None
assert sync.sync(client=service, timeout="10s").ended is not None
assert retry_jobs.sync(client=service, body=models.BulkRequest(state=[models.JobState.FAILED], dry_run=True)).dry_run
assert "textifyd_" in get_metrics.sync(client=service)
print("ok")
