"""An S3 service for tests: OpenStack Swift with its S3 interface, in a single process on free ports of 127.0.0.1.

Prints its port once it is ready. Exits when its standard input closes, so that it never outlives the tests, and
deletes what it stored. Key test:tester, secret testing. Needs the Debian packages python3-swift, swift-proxy,
swift-account, swift-container and swift-object; installs nothing and uses no network.
"""

import sys

import eventlet

eventlet.monkey_patch()

import os
import shutil
import tempfile

from eventlet import wsgi
from swift.common import utils

folder = tempfile.mkdtemp(prefix="blueprint-s3-")
# Swift reads these settings while its modules load, by default from /etc.
utils.SWIFT_CONF_FILE = os.path.join(folder, "swift.conf")
os.makedirs(os.path.join(folder, "disks", "disk1"))
with open(utils.SWIFT_CONF_FILE, "w", encoding="utf-8") as file:
    file.write(
        "[swift-hash]\nswift_hash_path_prefix = tests\nswift_hash_path_suffix = tests\n"
        "[storage-policy:0]\nname = disks\ndefault = yes\n"
        "[swift-constraints]\nmax_header_size = 16384\n"
    )

from swift.common.http_protocol import SwiftHttpProtocol
from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp

settings = {
    "swift_dir": folder,
    "devices": os.path.join(folder, "disks"),
    "mount_check": "false",
    "log_level": "CRITICAL",
    # On a busy machine, half a second does not mean a broken disk, and the only disk must never be dropped.
    "conn_timeout": "60",
    "node_timeout": "60",
    "error_suppression_limit": "1000000",
}

# In the order in which they process a request.
filters = {
    "catch_errors": {},
    "gatekeeper": {},
    # Required by other filters; no server at this address counts as an empty cache.
    "cache": {"use": "egg:swift#memcache", "memcache_servers": "127.0.0.1:1"},
    "listing_formats": {},
    "bulk": {},
    "s3api": {"s3_acl": "false", "location": "us-east-1"},
    "tempauth": {"user_test_tester": "testing .admin"},
    "slo": {},
    "dlo": {},
}


def section(title, values):
    return "".join([f"[{title}]\n", *(f"{name} = {value}\n" for name, value in values.items())])


def serve(socket, name, text):
    path = os.path.join(folder, f"{name}.conf")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    app = loadapp(path, global_conf={"log_name": name})
    # S3 clients expect "ETag" in exactly this spelling.
    options = {"protocol": SwiftHttpProtocol, "capitalize_response_headers": False, "log_output": False}
    eventlet.spawn(wsgi.server, socket, app, **options)


def serve_storage(name):
    socket = eventlet.listen(("127.0.0.1", 0))
    builder = RingBuilder(part_power=2, replicas=1, min_part_hours=0)
    ip, port = socket.getsockname()
    builder.add_dev({"id": 0, "region": 1, "zone": 1, "weight": 1, "ip": ip, "port": port, "device": "disk1"})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, f"{name}.ring.gz"))
    serve(socket, name, section("DEFAULT", settings) + section("app:main", {"use": f"egg:swift#{name}"}))


def serve_proxy():
    socket = eventlet.listen(("127.0.0.1", 0))
    texts = [
        section("DEFAULT", settings),
        section("pipeline:main", {"pipeline": f"{' '.join(filters)} proxy-server"}),
        section("app:proxy-server", {"use": "egg:swift#proxy", "account_autocreate": "true"}),
    ]
    for name, values in filters.items():
        texts.append(section(f"filter:{name}", {"use": f"egg:swift#{name}", **values}))
    serve(socket, "proxy", "".join(texts))
    return socket.getsockname()[1]


try:
    for storage in ("account", "container", "object"):
        serve_storage(storage)
    print(serve_proxy(), flush=True)
    # The tests hold the other end of standard input, which closes however they end.
    while True:
        eventlet.hubs.trampoline(sys.stdin.fileno(), read=True)
        if not os.read(sys.stdin.fileno(), 1024):
            break
finally:
    shutil.rmtree(folder)
