#!/usr/bin/env bash
# Builds the images, installs the chart in the current kind cluster, upgrades it and rolls back. After each of the three
# the chart's test must pass.
set -euo pipefail
cd "$(dirname "$0")/.."

services=(gateway identity preferences billing content delivery)
images=(matinale-simulator:dev)
docker build --quiet --target simulator --tag matinale-simulator:dev .
for service in "${services[@]}"; do
  docker build --quiet --build-arg SERVICE="$service" --tag "matinale-$service:check" .
  # a second tag makes the upgrade start new pods
  docker tag "matinale-$service:check" "matinale-$service:upgraded"
  images+=("matinale-$service:check" "matinale-$service:upgraded")
done
kind load docker-image --name matinale "${images[@]}"

kubectl apply --filename k8s/simulator.yaml
kubectl rollout status deployment/simulator --timeout 180s

install() {
  helm upgrade --install matinale charts/matinale --values charts/matinale/values-dev.yaml \
    --set liveSync=false --set image.tag="$1" --wait --timeout 10m
  helm test matinale --timeout 3m
}
install check
install upgraded

helm rollback matinale 1 --wait --timeout 10m
helm test matinale --timeout 3m
tag=$(kubectl get deployment matinale-delivery --output jsonpath='{.spec.template.spec.containers[0].image}')
test "$tag" = matinale-delivery:check
