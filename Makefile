# Commands for developers. `make` alone lists them.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
# Any Node with npm 7 or later can run npm; everything else runs on the Node that npm installs.
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
# With NODE_USE_ENV_PROXY, Node would send calls between our processes to the proxy.
comma := ,
loopback := 127.0.0.1,localhost
export NO_PROXY := $(loopback)$(if $(NO_PROXY),$(comma)$(NO_PROXY))
export no_proxy := $(loopback)$(if $(no_proxy),$(comma)$(no_proxy))

# With NODE_ENV=production, tests of the site would use React's production version and fail.
unexport NODE_ENV

installed := node_modules/.package-lock.json
stack := node dev/stack/src/main.ts

.PHONY: account-events feeds-check templates-check templates-submit unknown-names help up down status logs reset dev observe test lint fix types unit integration e2e lighthouse gen check-gen rules chart images cluster-check doctor dlq-list dlq-show dlq-redrive replay sending feeds timeline withdraw-story setup

help: ## List all commands
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "  Settings: see .env.example, e.g. APP_PORT=9080 make up"

up: setup ## Start everything and deliver a demo digest; later, restart changed code (RESTART=never: do not restart processes that exit)
	@$(stack) up

# With the packages that are installed: newer ones, after a pull, are for the next start.
of_running = if [ -e $(installed) ]; then $(stack) $(1); \
	elif [ ! -e "$${RUN_FOLDER:-.run}" ]; then echo "Matinale was never installed here."; [ $@ = down ]; \
	else echo "Packages are missing: run make setup, then make $@." >&2; exit 1; fi

down: ## Stop everything
	@$(call of_running,down)

status: ## Show what runs
	@$(call of_running,status)

logs: ## Follow the logs (one service: make logs name=delivery)
	@$(call of_running,logs $(name))

reset: setup ## Stop everything and delete all data
	@$(stack) reset

dev: setup ## Start everything and reload changed code and the site, until Ctrl-C
	@$(stack) dev

observe: setup ## Start Prometheus with rules and alerts for the running stack, and dashboards if there is Docker
	@$(stack) observe

test: setup ## Check everything; images and bench-smoke only if they changed (CHECK_ALL=1: always)
	@$(stack) check

lint: setup ## Check style and format
	@npm run --silent lint

fix: setup ## Repair what lint can repair
	@npm run --silent fix

types: setup ## Check types
	@npm run --silent types

unit: setup ## Run tests without services
	@vitest run --project unit --project web

integration: setup ## Run tests on real Kafka, MongoDB and Redis
	@vitest run --project integration

e2e: setup ## Run end-to-end tests in a browser
	@$(stack) check e2e

lighthouse: setup ## Measure the landing page; only on a machine that does nothing else
	@$(stack) check lighthouse

gen: setup ## Generate code and docs from proto/, schemas and catalogues
	@buf generate
	@node dev/deploy-checks/src/write-configuration.ts && oxfmt docs/configuration.md
	@npm run --silent openapi

templates-check: setup ## Compare the account's WhatsApp templates with the declared ones
	@$(stack) operate templates

templates-submit: setup ## Submit missing WhatsApp templates
	@$(stack) operate templates submit

feeds-check: setup ## Read each feed of the catalogue and print its state (options: args="--file other.json")
	@node services/content/src/commands/check-feeds.ts $(args)

unknown-names: setup ## List the names of the last week that have no pronunciation (limit=40)
	@$(stack) operate unknown-names $(limit)

check-gen: setup ## Check that generated files are up to date
	@$(stack) check contracts
	@vitest run --project unit packages/contracts/src/api/openapi.test.ts dev/deploy-checks/src/configuration.test.ts

option = $(if $($(1)),--$(1)=$($(1)))

doctor: setup ## Check the dependencies, clocks and templates of the running stack
	@$(stack) operate doctor

dlq-list: setup ## List dead letters (topic=…)
	@$(stack) operate dlq-list $(call option,topic)

dlq-show: setup ## Print one dead letter (id=…)
	@$(stack) operate dlq-show $(call option,id)

dlq-redrive: setup ## Publish dead letters again (id=…, topic=… or all=yes)
	@$(stack) operate dlq-redrive $(call option,id) $(call option,topic) $(if $(filter yes,$(all)),--all)

replay: setup ## Make the consumer of a stopped service read its topic again (group=delivery.user.changed from=beginning)
	@$(stack) operate replay $(call option,group) $(call option,from)

sending: setup ## Stop or start all messages (do=stop why="…", do=start; without do: show the state)
	@$(stack) operate sending $(or $(do),status) $${why:+"$$why"}

withdraw-story: setup ## Withdraw a story from editions that are not sent yet (id=<story> why="…")
	@$(stack) operate withdraw-story $(id) "$${why:-}"

account-events: setup ## List what WhatsApp has reported about the account
	@$(stack) operate account-events

feeds: setup ## List the feeds with their state, or switch one off or on (do=off id=<feed>)
	@$(stack) operate feeds $(or $(do),status) $(id)

timeline: setup ## Print the digests and the events of one subscriber (user=<id> or email=<address>)
	@user="$(if $(email),$$($(stack) operate user-id "$$email"),$(user))" && $(stack) operate timeline --user="$$user"

rules: setup ## Check that every alert fires when it should, and only then
	@$(stack) check observability

chart: setup ## Lint and render the chart; check manifests, Compose and Skaffold
	@$(stack) check chart

images: setup ## Run the steps of the Dockerfile without Docker and start the result
	@CHECK_ALL=1 $(stack) check images

cluster-check: setup ## Install the chart in a real Kubernetes API server, built once by Go in some minutes
	@vitest run --project deploy dev/deploy-checks/src/api-server/

setup: $(installed) ## Install the packages

workspaces := $(wildcard package.json packages/*/package.json services/*/package.json dev/*/package.json */package.json)

$(installed): package-lock.json $(workspaces)
	@if ! command -v npm >/dev/null; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing nodejs and npm with apt-get, since they are missing and we are root"; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nodejs npm >/dev/null; \
	  else echo "Install Node.js 20 or later with npm first: https://nodejs.org" >&2; exit 1; fi; \
	fi
	@npm_version=$$(npm --version); if [ "$${npm_version%%.*}" -lt 7 ]; then \
	  echo "npm $$npm_version is too old: install Node.js 20 or later first: https://nodejs.org" >&2; exit 1; fi
	@echo "Installing packages (npm ci)"
	@npm ci --include=dev --include=optional --no-audit --no-fund --loglevel=error
	@if ! [ -x node_modules/.bin/node ]; then \
	  echo "npm has not installed Node.js, because its setting ignore-scripts is on: npm config delete ignore-scripts" >&2; exit 1; fi
	@touch $@
