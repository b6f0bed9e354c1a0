{{/*
Everything that makes a service run. Takes
  root      the chart's scope
  name      of the service: its folder in services/, its entry under values.services
  uses      any of mongodb, kafka, redis, internet
  calls     services it sends requests to
  calledBy  services, or "outside", that send requests to it
*/}}
{{- define "matinale.service" -}}
{{- $settings := include "matinale.settings" . | fromYaml -}}
{{- $fullname := printf "%s-%s" (include "matinale.fullname" .root) .name -}}
{{- $scope := merge (dict "settings" $settings "fullname" $fullname "calls" (.calls | default list)) . -}}
{{ include "matinale.serviceAccount" $scope }}
---
{{ include "matinale.configMap" $scope }}
---
{{ include "matinale.deployment" $scope }}
---
{{ include "matinale.clusterService" $scope }}
{{- if $settings.autoscaling.enabled }}
---
{{ include (ternary "matinale.scaledObject" "matinale.autoscaler" $settings.autoscaling.keda.enabled) $scope }}
{{- end }}
{{- if gt (int (ternary $settings.autoscaling.minReplicas $settings.replicas $settings.autoscaling.enabled)) 1 }}
---
{{ include "matinale.disruptionBudget" $scope }}
{{- end }}
{{- if .root.Values.networkPolicy.enabled }}
---
{{ include "matinale.serviceNetworkPolicy" $scope }}
{{- end }}
{{- end }}

{{- define "matinale.serviceAccount" -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ .fullname }}
  labels: {{- include "matinale.labels" . | nindent 4 }}
automountServiceAccountToken: false
{{- end }}

{{- define "matinale.configMap" -}}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .fullname }}
  labels: {{- include "matinale.labels" . | nindent 4 }}
data: {{- include "matinale.plainEnv" . | nindent 2 }}
{{- end }}

{{/* Variables that are not secret. An empty variable counts as absent, so it is left out. */}}
{{- define "matinale.plainEnv" -}}
{{- $env := include (printf "matinale.env.%s" .name) . | fromYaml -}}
{{- $given := dict -}}
{{- range $name, $value := merge (dict) .settings.env $env -}}
{{- if ne (toString $value) "" -}}
{{- $_ := set $given $name (toString $value) -}}
{{- end -}}
{{- end -}}
{{- toYaml $given }}
{{- end }}

{{- define "matinale.clusterService" -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ .fullname }}
  labels: {{- include "matinale.labels" . | nindent 4 }}
spec:
  {{- if .root.Values.ipv6 }}
  ipFamilyPolicy: PreferDualStack
  {{- end }}
  selector: {{- include "matinale.selector" . | nindent 4 }}
  ports:
    - { name: http, port: 8080, targetPort: http, protocol: TCP, appProtocol: http }
    - { name: metrics, port: 9090, targetPort: metrics, protocol: TCP, appProtocol: http }
{{- end }}

{{- define "matinale.disruptionBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .fullname }}
  labels: {{- include "matinale.labels" . | nindent 4 }}
spec:
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels: {{- include "matinale.selector" . | nindent 6 }}
{{- end }}

{{- define "matinale.autoscaler" -}}
{{- $scaling := .settings.autoscaling -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ .fullname }}
  labels: {{- include "matinale.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ .fullname }} }
  minReplicas: {{ $scaling.minReplicas }}
  maxReplicas: {{ $scaling.maxReplicas }}
  metrics:
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: {{ $scaling.cpu }} } }
    {{- if $scaling.consumerLag.enabled }}
    - type: External
      external:
        metric:
          name: {{ $scaling.consumerLag.metric }}
          selector: { matchLabels: { job: {{ .name }} } }
        target: { type: AverageValue, averageValue: {{ $scaling.consumerLag.perPod | quote }} }
    {{- end }}
  behavior: {{- include "matinale.scalingBehavior" . | nindent 4 }}
{{- end }}

{{/* The autoscaler's rules for KEDA, which makes an autoscaler of its own. */}}
{{- define "matinale.scaledObject" -}}
{{- $scaling := .settings.autoscaling -}}
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  name: {{ .fullname }}
  labels: {{- include "matinale.labels" . | nindent 4 }}
spec:
  scaleTargetRef: { name: {{ .fullname }} }
  minReplicaCount: {{ $scaling.minReplicas }}
  maxReplicaCount: {{ $scaling.maxReplicas }}
  triggers:
    - type: cpu
      metricType: Utilization
      metadata: { value: {{ $scaling.cpu | quote }} }
    {{- if $scaling.consumerLag.enabled }}
    - type: prometheus
      metadata:
        serverAddress: {{ $scaling.keda.prometheus | quote }}
        query: sum({{ $scaling.consumerLag.metric }}{namespace="{{ .root.Release.Namespace }}",job="{{ .name }}"})
        threshold: {{ $scaling.consumerLag.perPod | quote }}
    {{- end }}
  advanced:
    horizontalPodAutoscalerConfig:
      behavior: {{- include "matinale.scalingBehavior" . | nindent 8 }}
{{- end }}

{{- define "matinale.scalingBehavior" -}}
# Load peaks at every full hour: keep the replicas that the next hour needs. An hour is the longest allowed
scaleDown: { stabilizationWindowSeconds: 3600 }
{{- end }}
