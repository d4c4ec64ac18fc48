# make run    installs missing packages, builds, runs         make install, make uninstall  PREFIX (/usr/local), DESTDIR
# make test   builds that program and the tests, and tests it   make lint, make bench, make terminals, make clean
# make test-patroni  three PostgreSQL nodes under Patroni, whose leader is killed; takes a minute
# make test-servers  each WebDAV server that was tried, and faults that take longer; takes some minutes
# make mutants  whether the tests notice plausible bugs; builds a copy of the tree, takes some minutes   (ARGS: names of .ci/mutants.list)
# make sentences  lists what people read on screens, in help and in errors, with file and line   (ARGS: modules)
# make fresh  both on a fresh Debian 12 and 13, in chroots    (SUITES=trixie: one of them)
# make deb    a Debian package in .build                       make deb-fresh  tries it on a fresh Debian, in a chroot
PREFIX ?= /usr/local
ARGS ?=
# Without a run path: a library beside the program must not override the system's.
RELEASE := -c release --static-swift-stdlib --disable-local-rpath --product cards-tui
BINARY := .build/release/cards-tui
# The C++ library of Swift's runtime, as an archive. A shared one would cost every start half a millisecond and a megabyte.
CXX_LIBRARY = $(lastword $(sort $(wildcard /usr/lib/gcc/*/*/libstdc++.a)))
# The version of utf8proc differs between Debian 12 and 13; the program of one would not start on the other.
UTF8PROC = $(firstword $(wildcard /usr/lib/*/libutf8proc.a /usr/lib/libutf8proc.a))
# Every start would map both and look up their functions; it uses hardly any of them.
NETTLE = $(firstword $(wildcard /usr/lib/*/libnettle.a))
YAML = $(firstword $(wildcard /usr/lib/*/libyaml.a))

# With the compiler's memory in huge pages, where the kernel has them for who asks: a twelfth less time.
COMPILE := GLIBC_TUNABLES=glibc.malloc.hugetlb=1 swift build

# Package names of Debian 12 and 13; libchafa0, libpng16-16 and libcurl3-gnutls are provided by other packages there.
RUN_PACKAGES := g++ libncurses-dev libsqlite3-dev libyaml-dev libutf8proc-dev nettle-dev libcurl4-openssl-dev \
	libchafa0 libpng16-16 libpq5 libgdk-pixbuf-2.0-0 libzint-dev libzxing-dev libzip-dev libsodium23 libexpat1 ncurses-base
TEST_PACKAGES := libvterm-dev libsixel-bin ffmpeg webp-pixbuf-loader heif-gdk-pixbuf \
	libzbar-dev poppler-utils openssl libcurl3-gnutls openssh-client tmux python3 \
	python3-flask python3-aiohttp zip unzip p7zip-full python3-icalendar
# The server's package has its version in its name: 15 on Debian 12, 17 on Debian 13. Its file initdb is tried, which is beside postgres.
POSTGRESQL = $(shell apt-cache depends postgresql 2>/dev/null | \
	sed -n 's|^ *Depends: postgresql-\([0-9]*\)$$|postgresql-\1:/usr/lib/postgresql/\1/bin/initdb|p' | head -n 1)
# Unpacked into the build folder, for the tests only: installing the packages would start a service now and at every boot.
TEST_PROGRAMS := nginx:/usr/sbin/nginx libnginx-mod-http-dav-ext:/usr/lib/nginx/modules/ngx_http_dav_ext_module.so \
	openssh-server:/usr/sbin/sshd $(POSTGRESQL)
# Patroni copies a leader with a program of PostgreSQL's clients.
PATRONI_PACKAGES := python3-cdiff python3-click python3-dateutil python3-etcd python3-pkg-resources python3-prettytable \
	python3-psutil python3-psycopg2 python3-urllib3 python3-yaml
PATRONI_PROGRAMS = etcd-server:/usr/bin/etcd patroni:/usr/bin/patroni \
	$(subst postgresql-,postgresql-client-,$(POSTGRESQL:initdb=pg_basebackup))
# Servers of WebDAV besides nginx. `.ci/wsgidav` fetches one more, which Debian 12 does not have.
SERVER_PROGRAMS := apache2-bin:/usr/sbin/apache2 lighttpd:/usr/sbin/lighttpd \
	lighttpd-mod-webdav:/usr/lib/lighttpd/mod_webdav.so rclone:/usr/bin/rclone
TERMINAL_PACKAGES := xvfb xterm kitty foot sway grim wtype xdotool imagemagick zbar-tools fonts-dejavu-core libgl1-mesa-dri
BENCH_PACKAGES := fzf libvterm-dev ffmpeg chafa curl openssl

# The number of tests at a time, if the toolchain supports a limit; otherwise it starts all of them.
WIDTH ?= $(shell echo $$(($$(nproc) * 2 + 4)))
PARALLEL = $(shell swift test --help-hidden 2>/dev/null | grep -q -- --experimental-maximum-parallelization-width && \
	echo --experimental-maximum-parallelization-width $(WIDTH))

# What people run is what is tested: tests start the release program, which this variable names. The tests themselves are optimized, in
# a folder of their own: in that of the release they would put another program in its place.
TESTED = CARDS_PROGRAM=$(CURDIR)/$(BINARY)
TESTS := -c release -Xswiftc -enable-testing --scratch-path .build/tests
# STRICT=1: warnings are errors.
STRICTLY = $(if $(STRICT),CARDS_STRICT=1)
# The runner itself: `swift test` drops a piece of its output whose last character is cut, and with it the words of a failed test.
# LIMIT: the whole run has so many minutes.
LIMIT ?= 25
RUN_TESTS = $(TESTED) NO_COLOR=1 .ci/supervise $(LIMIT) .build/tests/release/cards-tuiPackageTests.xctest \
	--testing-library swift-testing

.PHONY: order pictures sentences run build test tests test-again test-patroni test-servers mutants lint bench fresh terminals install uninstall deb deb-fresh clean packages test-packages bench-packages
.DEFAULT_GOAL := build

run: build
	@exec $(BINARY) $(ARGS)

# The linker searches the build folder first, and uses the archive if there is no shared library beside it.
build: packages
	@folder=$$(swift build $(RELEASE) --show-bin-path) && mkdir -p $$folder && \
	    for archive in $(CXX_LIBRARY) $(UTF8PROC) $(NETTLE) $(YAML); do ln -sf $$archive $$folder/; done
	$(COMPILE) $(RELEASE)

# The debug program is for one journey: `swift run cards-tui` is how many start it.
test: tests
	$(COMPILE) --product cards-tui
	@echo "tested: $$(sha256sum $(BINARY))"
	CARDS_SWIFT_RUN=$(CURDIR) $(RUN_TESTS) $(PARALLEL) $(ARGS)

tests: build test-packages
	$(STRICTLY) $(COMPILE) --build-tests $(TESTS)

# Some of the tests again, as they were built, with other variables.
test-again:
	$(RUN_TESTS) $(ARGS)

test-patroni: tests
	@.ci/packages $(PATRONI_PACKAGES)
	@.ci/programs $(PATRONI_PROGRAMS)
	CARDS_PATRONI=1 $(RUN_TESTS) --filter PatroniTests $(ARGS)

test-servers: tests
	@.ci/packages python3-venv
	@.ci/programs $(SERVER_PROGRAMS)
	@.ci/wsgidav
	CARDS_SERVERS=1 $(RUN_TESTS) --no-parallel \
	    --filter 'WebDAVServersTests|(ConvergenceTests|CutConnectionTests)/webDAVServers|LongWayTests' $(ARGS)

lint:
	swift format lint --strict --recursive Package.swift Sources Themes Tests
	.ci/architecture

sentences:
	@.ci/sentences $(ARGS)

# Draws the picture of the README from the program.
pictures: build
	.ci/packages python3-pyte python3-pil fonts-dejavu-core fonts-unifont
	.ci/pictures $(CURDIR)/$(BINARY) docs/screens.png

bench: build bench-packages
	.ci/bench $(ARGS)

# What a start calls, for the linker: recorded anew when the program has changed much. The next build uses it.
order: build
	.ci/record-order $(BINARY) packaging/start.order

mutants: packages
	@.ci/packages $(TEST_PACKAGES)
	.ci/mutants $(ARGS)

fresh:
	.ci/fresh $(SUITES)

# Runs the program in real terminals and checks their screenshots.
terminals: build
	@.ci/packages $(TERMINAL_PACKAGES)
	.ci/terminals $(ARGS)

install: build
	packaging/install $(BINARY) $(DESTDIR)$(PREFIX)

uninstall:
	packaging/install --remove $(DESTDIR)$(PREFIX)

deb: build
	@packaging/deb $(BINARY) .build

# In chroots below CARDS_CHROOT; see .ci/deb-fresh.
deb-fresh: build
	.ci/deb-fresh "$$(packaging/deb $(BINARY) .build)" $(SUITES)

clean:
	swift package clean
	rm -rf .build/tests

packages:
	@.ci/packages $(RUN_PACKAGES)

test-packages:
	@.ci/packages $(TEST_PACKAGES)
	@.ci/programs $(TEST_PROGRAMS)

bench-packages:
	@.ci/packages $(BENCH_PACKAGES)
	@.ci/programs $(TEST_PROGRAMS)
