"""A client for Lodestone in one file, with the standard library alone (Python 3.9 and later).

    from lodestone import Client

    client = Client("https://lodestone.example", origin="https://example.com")
    print(client.search("Lasalgoan", kind="market")["data"]["markets"][0]["name"])
    print(client.detect("The text to check, ideally fifty words or more.")["verdict"])

The key comes from `api_key`, or from the environment variable LODESTONE_API_KEY. Replies are the
API's own JSON, by the same names. With a server's own certificate, pass `ca_file="var/tls/ca.pem"`.
"""

from __future__ import annotations

import json
import os
import random
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Union

__all__ = ["ApiError", "Client", "LodestoneError", "RawResponse", "UnreachableError"]

Json = Dict[str, Any]
BATCH_SIZE_MAX = 100
RETRIED = frozenset({408, 429, 502, 503, 504})


class LodestoneError(Exception):
    """Whatever goes wrong in a call."""


class UnreachableError(LodestoneError):
    """Not reached, or lost before the answer was complete."""


class ApiError(LodestoneError):
    """An answer with an error status; the message is the server's own sentence.

    `code` names the cause in a word that never changes, `param` the parameter at fault when it is
    one, `doc_url` the server's page about the error; None where something else answered.
    """

    def __init__(
        self,
        status: int,
        message: str,
        type: str,
        raw: "RawResponse",
        *,
        code: Optional[str] = None,
        param: Optional[str] = None,
        doc_url: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.type = type
        self.code = code
        self.param = param
        self.doc_url = doc_url
        self.raw = raw
        self.request_id = raw.headers.get("x-request-id")

    @property
    def retry_after(self) -> Optional[int]:
        """Seconds the server asks to wait, when it does."""
        value = self.raw.headers.get("retry-after", "")
        return int(value) if value.isdigit() else None


@dataclass(frozen=True)
class RawResponse:
    """An answer as it came; header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Json:
        try:
            value = json.loads(self.body)
        except ValueError as error:
            raise LodestoneError(f"The answer is not JSON (status {self.status}).") from error
        if not isinstance(value, dict):
            raise LodestoneError("The answer is not a JSON object.")
        return value


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A key must not follow a redirect to another host."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Client:
    """Both services of one Lodestone; safe to share between threads."""

    def __init__(
        self,
        base_url: str,
        *,
        api_key: Optional[str] = None,
        origin: Optional[str] = None,
        ca_file: Optional[str] = None,
        timeout: float = 120.0,
        retries: int = 3,
        on_response: Optional[Callable[[RawResponse], None]] = None,
        management_key: Optional[str] = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        parts = urllib.parse.urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError("base_url must be a full address such as https://lodestone.example.")
        if (api_key or management_key) is not None and parts.scheme != "https":
            raise ValueError("An API key is sent over https:// only: change base_url.")
        self._base = base_url.rstrip("/")
        self._is_private = parts.scheme == "https"
        self._key = api_key or os.environ.get("LODESTONE_API_KEY") or None
        self._management_key = management_key or os.environ.get("LODESTONE_MANAGEMENT_KEY") or None
        self._origin = origin
        self._timeout = timeout
        self._retries = retries
        self._on_response = on_response
        self._sleep = sleep
        context = ssl.create_default_context(cafile=ca_file)
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=context), _NoRedirects()
        )

    # Location directory

    def list_states(self, *, limit: Optional[int] = None, offset: Optional[int] = None) -> Json:
        return self._get("/api/states", limit=limit, offset=offset)

    def list_districts(
        self, state_id: int, *, limit: Optional[int] = None, offset: Optional[int] = None
    ) -> Json:
        return self._get(f"/api/states/{int(state_id)}/districts", limit=limit, offset=offset)

    def list_markets(
        self, district_id: int, *, limit: Optional[int] = None, offset: Optional[int] = None
    ) -> Json:
        return self._get(f"/api/districts/{int(district_id)}/markets", limit=limit, offset=offset)

    def get_state(self, state_id: int) -> Json:
        return self._get(f"/api/states/{int(state_id)}")

    def get_district(self, district_id: int) -> Json:
        return self._get(f"/api/districts/{int(district_id)}")

    def get_market(self, market_id: int) -> Json:
        return self._get(f"/api/markets/{int(market_id)}")

    def search(
        self,
        query: str,
        *,
        kind: Optional[str] = None,
        state_id: Optional[int] = None,
        district_id: Optional[int] = None,
        limit: Optional[int] = None,
        offset: Optional[int] = None,
    ) -> Json:
        """Search by name, also with its district or state, or by PIN code; best match first."""
        return self._get(
            "/api/search",
            q=query,
            kind=kind,
            state_id=state_id,
            district_id=district_id,
            limit=limit,
            offset=offset,
        )

    def find_nearby(
        self,
        lat: float,
        lon: float,
        *,
        kind: Optional[str] = None,
        radius_km: Optional[float] = None,
        limit: Optional[int] = None,
        lang: Optional[str] = None,
    ) -> Json:
        """Districts and markets near a point, the nearest first."""
        return self._get(
            "/api/nearby", lat=lat, lon=lon, kind=kind, radius_km=radius_km, limit=limit, lang=lang
        )

    def get_pincode(self, pincode: str, *, lang: Optional[str] = None) -> Json:
        """The districts of a PIN code, six digits, with their markets."""
        return self._get(f"/api/pincodes/{int(pincode)}", lang=lang)

    def list_languages(self) -> Json:
        """The languages in which records have names."""
        return self._get("/api/languages")

    def get_stats(self) -> Json:
        return self._get("/api/stats")

    def get_dataset(self) -> Json:
        return self._get("/api/dataset")

    # Text authenticity

    def detect(
        self, content: str, *, explain: bool = False, idempotency_key: Optional[str] = None
    ) -> Json:
        """How likely an AI wrote the text. One check."""
        body: Json = {"content": content}
        if explain:
            body["explain"] = True
        return self._post("/v1/detect", body, idempotency_key).json()

    def detect_file(
        self, data: bytes, name: str, *, explain: bool = False, idempotency_key: Optional[str] = None
    ) -> Json:
        """The same for a file: plain text, Markdown, HTML, PDF, DOCX or ODT. One check."""
        fields = {"explain": "true"} if explain else {}
        return self._upload("/v1/detect", data, name, fields, idempotency_key).json()

    def detect_batch(
        self, items: Sequence[Union[str, Json]], *, idempotency_key: Optional[str] = None
    ) -> Json:
        """Up to 100 texts in one request, answered in order. One check for each result."""
        listed = [{"content": item} if isinstance(item, str) else item for item in items]
        return self._post("/v1/detect/batch", {"items": listed}, idempotency_key).json()

    def detect_all(
        self, items: Iterable[Union[str, Json]], *, batch_size: int = BATCH_SIZE_MAX
    ) -> Iterator[Json]:
        """Any number of texts, a batch at a time; a refused text is a result with `error`."""
        if not 1 <= batch_size <= BATCH_SIZE_MAX:
            raise ValueError(f"batch_size must be from 1 to {BATCH_SIZE_MAX}.")
        batch: List[Union[str, Json]] = []
        for item in items:
            batch.append(item)
            if len(batch) == batch_size:
                yield from self.detect_batch(batch)["results"]
                batch = []
        if batch:
            yield from self.detect_batch(batch)["results"]

    def regenerate(
        self,
        content: str,
        *,
        strength: str = "medium",
        keep: Sequence[str] = (),
        sentences: Optional[Sequence[int]] = None,
        alternatives: int = 0,
        idempotency_key: Optional[str] = None,
    ) -> Json:
        """A plainer version of the text with the same meaning. One check, none if nothing was changed.

        `sentences` are numbers of the segments to rewrite, as `detect` lists them; the others stay as they are.
        `alternatives` is up to how many other wordings of each changed sentence to give, 0 to 3.
        """
        body: Json = {"content": content, "strength": strength, "keep": list(keep)}
        if sentences is not None:
            body["sentences"] = list(sentences)
        if alternatives:
            body["alternatives"] = alternatives
        return self._post("/v1/regenerate", body, idempotency_key).json()

    def create_job(
        self,
        items: Union[str, Sequence[Union[str, Json]]],
        *,
        task: str = "detect",
        idempotency_key: Optional[str] = None,
        **options: Any,
    ) -> Json:
        """A long text or up to 5,000 texts, worked on later. `options` are those of the task, and `webhook`."""
        body: Json = {"task": task, **options}
        if isinstance(items, str):
            body["content"] = items
        else:
            body["items"] = [{"content": it} if isinstance(it, str) else it for it in items]
        return self._post("/v1/jobs", body, idempotency_key).json()

    def create_file_job(
        self,
        data: bytes,
        name: str,
        *,
        task: str = "detect",
        idempotency_key: Optional[str] = None,
        **fields: str,
    ) -> Json:
        """The same for a file."""
        return self._upload("/v1/jobs", data, name, {"task": task, **fields}, idempotency_key).json()

    def get_job(self, job_id: str) -> Json:
        return self._get(f"/v1/jobs/{urllib.parse.quote(job_id, safe='')}")

    def list_jobs(self, *, limit: Optional[int] = None, before: Optional[str] = None) -> Json:
        """The key's own jobs, newest first."""
        return self._get("/v1/jobs", limit=limit, before=before)

    def wait_for_job(self, job_id: str) -> Json:
        """Returns once the job is `done`, `cancelled` or `expired`; asks less and less often."""
        wait = 0.5
        while True:
            job = self.get_job(job_id)
            if job["status"] not in ("queued", "running"):
                return job
            self._sleep(wait)
            wait = min(10.0, 1.5 * wait)

    def get_job_result(self, job_id: str) -> Json:
        """The results of a job that is done; kept for an hour."""
        return self._get(f"/v1/jobs/{urllib.parse.quote(job_id, safe='')}/result")

    def cancel_job(self, job_id: str) -> Json:
        """Stops the work and wipes texts and results."""
        path = f"/v1/jobs/{urllib.parse.quote(job_id, safe='')}"
        return self.request("DELETE", path).json()

    def report(
        self,
        content: str,
        *,
        format: str = "html",
        paper: str = "a4",
        title: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> bytes:
        """The check as an HTML page or a PDF to hand over. One check."""
        body: Json = {"content": content, "format": format, "paper": paper}
        if title is not None:
            body["title"] = title
        return self._post("/v1/report", body, idempotency_key).body

    def get_usage(self) -> Json:
        return self._get("/v1/usage")

    def list_models(self) -> Json:
        return self._get("/v1/models")

    # Management of keys, with a management key

    def list_keys(
        self,
        *,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        external_id: Optional[str] = None,
    ) -> Json:
        """A page of the account's keys, newest first."""
        return self._get("/v1/manage/keys", limit=limit, before=before, external_id=external_id)

    def list_all_keys(self, *, external_id: Optional[str] = None) -> Iterator[Json]:
        """All of the account's keys, fetched a page at a time."""
        before = None
        while True:
            page = self.list_keys(limit=100, before=before, external_id=external_id)
            yield from page["keys"]
            before = page["next"]
            if before is None:
                return

    def create_key(self, domain: str, **settings: Any) -> Json:
        """A new key; its secret, `key`, is shown this once. Sent once: a lost answer may have made a key."""
        return self._change("POST", "/v1/manage/keys", {"domain": domain, **settings}, retries=0)

    def get_key(self, key_id: str) -> Json:
        return self._get(_key_path(key_id))

    def update_key(self, key_id: str, **changes: Any) -> Json:
        """Changes what is named; None removes a limit."""
        return self._change("PATCH", _key_path(key_id), changes)

    def rotate_key(self, key_id: str, *, grace_hours: float = 24) -> Json:
        """A new key in its place; the old one works for `grace_hours` more. Sent once."""
        body = {"grace_hours": grace_hours}
        return self._change("POST", f"{_key_path(key_id)}/rotate", body, retries=0)

    def revoke_key(self, key_id: str) -> Json:
        return self.request("DELETE", _key_path(key_id)).json()

    def list_requests(
        self,
        *,
        limit: Optional[int] = None,
        before: Optional[str] = None,
        key_id: Optional[str] = None,
        status: Optional[str] = None,
    ) -> Json:
        """The last 1,000 requests made with the account's keys, newest first; `status` such as "429" or "4xx"."""
        return self._get(
            "/v1/manage/requests", limit=limit, before=before, key_id=key_id, status=status
        )

    def get_key_usage(
        self,
        *,
        from_day: Optional[str] = None,
        to_day: Optional[str] = None,
        key_id: Optional[str] = None,
    ) -> Json:
        """Checks by day, key and endpoint; the last 30 days when left out."""
        query = {"from": from_day, "to": to_day, "key_id": key_id}
        return self._get("/v1/manage/usage", **query)

    # How calls are made

    def request(
        self,
        method: str,
        path: str,
        *,
        body: Optional[bytes] = None,
        headers: Optional[Mapping[str, str]] = None,
        retries: Optional[int] = None,
    ) -> RawResponse:
        """Any call, with its raw answer; retried like all others."""
        retries = self._retries if retries is None else retries
        sent = {"accept": "*/*", **(headers or {})}
        if path.startswith("/v1/manage/"):
            if self._management_key is not None and self._is_private:
                sent["x-api-key"] = self._management_key
        elif path.startswith("/v1/"):
            # A key that went over plain HTTP counts as stolen.
            if self._key is not None and self._is_private:
                sent["x-api-key"] = self._key
            if self._origin is not None:
                sent["origin"] = self._origin
        for attempt in range(retries + 1):
            try:
                raw = self._send(method, path, body, sent)
            except UnreachableError:
                if attempt == retries:
                    raise
                self._sleep(self._wait(attempt))
                continue
            if 200 <= raw.status < 300:
                return raw
            error = _read_error(raw)
            is_final = raw.status not in RETRIED or error.type == "quota_exceeded_error"
            if is_final or attempt == retries or (error.retry_after or 0) > 60:
                raise error
            self._sleep(self._wait(attempt) + (error.retry_after or 0))
        raise AssertionError("The loop ends by a return or an error.")

    def _send(
        self, method: str, path: str, body: Optional[bytes], headers: Mapping[str, str]
    ) -> RawResponse:
        request = urllib.request.Request(
            self._base + path, data=body, headers=dict(headers), method=method
        )
        try:
            try:
                reply = self._opener.open(request, timeout=self._timeout)
            except urllib.error.HTTPError as error:
                reply = error
            with reply:
                named = {name.lower(): value for name, value in reply.headers.items()}
                raw = RawResponse(reply.status or 0, named, reply.read())
        except (OSError, EOFError) as error:
            raise UnreachableError(f"Could not reach {self._base}: {error}") from error
        if self._on_response is not None:
            self._on_response(raw)
        return raw

    @staticmethod
    def _wait(attempt: int) -> float:
        return random.uniform(0, min(8.0, 0.5 * 2**attempt))

    def _get(self, path: str, **query: Union[str, float, None]) -> Json:
        given = {name: value for name, value in query.items() if value is not None}
        text = urllib.parse.urlencode(given)
        return self.request("GET", f"{path}?{text}" if text else path).json()

    def _post(self, path: str, body: Json, idempotency_key: Optional[str]) -> RawResponse:
        # The same key with every attempt: no text is counted twice.
        headers = {
            "content-type": "application/json",
            "idempotency-key": idempotency_key or str(uuid.uuid4()),
        }
        return self.request("POST", path, body=json.dumps(body).encode(), headers=headers)

    def _change(self, method: str, path: str, body: Json, *, retries: Optional[int] = None) -> Json:
        headers = {"content-type": "application/json"}
        data = json.dumps(body).encode()
        return self.request(method, path, body=data, headers=headers, retries=retries).json()

    def _upload(
        self,
        path: str,
        data: bytes,
        name: str,
        fields: Mapping[str, str],
        idempotency_key: Optional[str],
    ) -> RawResponse:
        boundary = uuid.uuid4().hex
        quoted = name.replace("\\", "%5C").replace('"', "%22").replace("\r", "").replace("\n", "")
        parts = [
            f'--{boundary}\r\ncontent-disposition: form-data; name="{field}"\r\n\r\n{value}\r\n'
            for field, value in fields.items()
        ]
        parts.append(
            f'--{boundary}\r\ncontent-disposition: form-data; name="file"; filename="{quoted}"\r\n'
            "content-type: application/octet-stream\r\n\r\n"
        )
        body = "".join(parts).encode() + data + f"\r\n--{boundary}--\r\n".encode()
        headers = {
            "content-type": f"multipart/form-data; boundary={boundary}",
            "idempotency-key": idempotency_key or str(uuid.uuid4()),
        }
        return self.request("POST", path, body=body, headers=headers)


def _key_path(key_id: str) -> str:
    return f"/v1/manage/keys/{urllib.parse.quote(key_id, safe='')}"


def _read_error(raw: RawResponse) -> ApiError:
    """Both services' error shapes, and neither when something else answered."""
    message, type = f"Status {raw.status}", "api_error"
    details: Json = {}
    try:
        body = json.loads(raw.body)
    except ValueError:
        body = None
    if isinstance(body, dict):
        error = body.get("error")
        if isinstance(error, dict):
            message, type = str(error.get("message")), str(error.get("type"))
            details = error
        elif isinstance(error, str):
            message, type = error, "invalid_request_error"
            details = body
        elif isinstance(body.get("message"), str):
            message = body["message"]
            details = body
    return ApiError(
        raw.status,
        message,
        type,
        raw,
        code=details.get("code"),
        param=details.get("param"),
        doc_url=details.get("doc_url"),
    )
