# Everything a developer does here. `make` alone lists it.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
# Any Node can run npm; everything else runs on the one that npm installs.
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)

installed := node_modules/.package-lock.json
stack := node dev/stack/src/main.ts

.PHONY: feeds-check templates-check help up down status logs reset dev observe test lint fix types unit int e2e lighthouse gen check-gen rules chart images cluster-check doctor dlq-list dlq-show dlq-redrive replay sending timeline setup

help: ## List what there is
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "  Settings: see .env.example, e.g. APP_PORT=9080 make up"

up: setup ## Start everything, deliver a demo digest, say where to look (RESTART=never: leave dead what dies)
	@$(stack) up

down: ## Stop everything
	@$(if $(wildcard $(installed)),$(stack) down,echo "Matinale was never installed here.")

status: setup ## Say what runs
	@$(stack) status

logs: setup ## Follow the logs (one service: make logs name=delivery)
	@$(stack) logs $(name)

reset: setup ## Stop everything and forget all data
	@$(stack) reset

dev: setup ## Start everything and reload what changes, until Ctrl-C
	@$(stack) dev

observe: setup ## Watch the running stack: Prometheus with rules and alerts, dashboards where there is Docker
	@$(stack) observe

test: setup ## Check everything
	@$(stack) check

lint: setup ## Rules of style and form
	@npm run --silent lint

fix: setup ## Repair what lint can repair by itself
	@npm run --silent fix

types: setup ## TypeScript
	@npm run --silent types

unit: setup ## Tests without services
	@vitest run --project unit --project web

int: setup ## Tests on real Kafka, MongoDB and Redis
	@vitest run --project integration

e2e: setup ## End-to-end tests in a browser
	@$(stack) check e2e

lighthouse: setup ## Scores and times of the landing page; only on a machine that does nothing else
	@$(stack) check lighthouse

gen: setup ## Generate code from proto/, and what is made from schemas and catalogues
	@buf generate
	@node dev/deploy-checks/src/write-configuration.ts && oxfmt docs/configuration.md
	@node observability/src/main.ts gen
	@npm run --silent openapi

templates-check: setup ## Are the WhatsApp templates of the account the declared ones?
	@$(stack) operate templates

feeds-check: setup ## Which feeds of the catalogue are dead? (options: args="--file other.json")
	@node services/content/src/commands/check-feeds.ts $(args)

check-gen: setup ## Is what is generated up to date?
	@$(stack) check events rules
	@vitest run --project unit packages/contracts/src/api/openapi.test.ts

option = $(if $($(1)),--$(1)=$($(1)))

doctor: setup ## Check what the running stack needs: Kafka, databases, providers, clocks, templates
	@$(stack) operate doctor

dlq-list: setup ## List dead letters: events that could not be processed (topic=…)
	@$(stack) operate dlq-list $(call option,topic)

dlq-show: setup ## Print one dead letter (id=…)
	@$(stack) operate dlq-show $(call option,id)

dlq-redrive: setup ## Publish dead letters again on their topic (id=…, topic=… or all=yes)
	@$(stack) operate dlq-redrive $(call option,id) $(call option,topic) $(if $(all),--all)

replay: setup ## Let the consumer of a stopped service read its topic again (group=delivery.user.changed from=beginning)
	@$(stack) operate replay $(call option,group) $(call option,from)

sending: setup ## May digests leave? (do=stop why="…", do=start; nothing = say so)
	@$(stack) operate sending $(or $(do),status) $(if $(why),"$(why)")

timeline: setup ## Print the events of one subscriber (user=<id>)
	@$(stack) operate timeline $(call option,user)

rules: setup ## Does every alert fire when it should, and only then?
	@$(stack) check rules

chart: setup ## Lint and render the chart; check manifests, Compose and Skaffold
	@$(stack) check chart

images: setup ## Follow the Dockerfile without Docker and start what comes out of it
	@$(stack) check images

cluster-check: setup ## Ask a real API server of Kubernetes about the chart; Go builds it once, which takes some minutes
	@node dev/deploy-checks/src/main.ts api-server

setup: $(installed) ## Install the packages

workspaces := $(wildcard package.json packages/*/package.json services/*/package.json dev/*/package.json */package.json)

$(installed): package-lock.json $(workspaces)
	@if ! command -v npm >/dev/null; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing nodejs and npm with apt-get, since they are missing and we are root"; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nodejs npm >/dev/null; \
	  else echo "Install Node.js 20 or later with npm first: https://nodejs.org" >&2; exit 1; fi; \
	fi
	@echo "Installing packages (npm ci)"
	@npm ci --no-audit --no-fund --loglevel=error
	@touch $@
