# make run    installs what is missing, builds, runs          make install  PREFIX (/usr/local), DESTDIR
# make test   the same, then all tests                         make lint, make bench, make clean
PREFIX ?= /usr/local
ARGS ?=
RELEASE := -c release --static-swift-stdlib --product cards-tui
BINARY := .build/release/cards-tui
# The C++ library of Swift's runtime, as an archive. A shared one costs every start half a millisecond and a megabyte.
CXX_LIBRARY := $(lastword $(sort $(wildcard /usr/lib/gcc/*/*/libstdc++.a)))

RUN_PACKAGES := libncurses-dev libsqlite3-dev libyaml-dev libutf8proc-dev nettle-dev libcurl4-openssl-dev \
	libchafa0 libgdk-pixbuf-2.0-0 libzint-dev libzxing-dev ncurses-base
TEST_PACKAGES := libvterm-dev libsixel-bin ffmpeg webp-pixbuf-loader heif-gdk-pixbuf \
	libzbar-dev poppler-utils nginx-light openssl libcurl3-gnutls python3-flask python3-aiohttp
BENCH_PACKAGES := fzf libvterm-dev ffmpeg chafa curl

.PHONY: run build test lint bench install clean packages test-packages bench-packages
.DEFAULT_GOAL := build

run: build
	@exec $(BINARY) $(ARGS)

# The linker looks into the build's own folder first, and takes the archive where there is no shared library beside it.
build: packages
	@folder=$$(swift build $(RELEASE) --show-bin-path) && mkdir -p $$folder && \
	    if [ -n "$(CXX_LIBRARY)" ]; then ln -sf $(CXX_LIBRARY) $$folder/; fi
	swift build $(RELEASE)

test: packages test-packages
	swift test --disable-xctest $(ARGS)

lint:
	swift format lint --strict --recursive Package.swift Sources Themes Tests
	.ci/house

bench: build bench-packages
	.ci/bench $(ARGS)

install: build
	install -D -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/cards-tui
	mkdir -p $(DESTDIR)$(PREFIX)/share/man/man1
	$(BINARY) --help=man > $(DESTDIR)$(PREFIX)/share/man/man1/cards-tui.1

clean:
	swift package clean

# Installs the packages of a list that are missing, with sudo only when not root. Elsewhere than on Debian the names are printed.
define install-packages
	@missing=""; for name in $(1); do \
	    dpkg-query -W -f '$${Status}' $$name 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$name"; \
	done; \
	[ -z "$$missing" ] && exit 0; \
	if ! command -v apt-get >/dev/null; then echo "please install what matches:$$missing" >&2; exit 1; fi; \
	as_root=""; [ "$$(id -u)" = 0 ] || as_root=sudo; \
	echo "installing:$$missing"; \
	$$as_root apt-get update -q >/dev/null && DEBIAN_FRONTEND=noninteractive $$as_root apt-get install -q -y $$missing
endef

packages:
	$(call install-packages,$(RUN_PACKAGES))

test-packages:
	$(call install-packages,$(TEST_PACKAGES))

bench-packages:
	$(call install-packages,$(BENCH_PACKAGES))
