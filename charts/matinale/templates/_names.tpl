{{- define "matinale.fullname" -}}
{{- if contains "matinale" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-matinale" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* Labels by which pods are selected. Takes { root, name }. */}}
{{- define "matinale.selector" -}}
app.kubernetes.io/name: matinale
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{/* Labels of every object. Takes { root, name }. */}}
{{- define "matinale.labels" -}}
{{ include "matinale.selector" . }}
app.kubernetes.io/part-of: matinale
app.kubernetes.io/version: {{ .root.Values.image.tag | default .root.Chart.AppVersion | trunc 63 | trimAll "-_." | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{/* Settings of a service: `defaults` merged with its own. Takes { root, name }; returns YAML. */}}
{{- define "matinale.settings" -}}
{{- mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy (index .root.Values.services .name)) | toYaml }}
{{- end }}

{{/* Takes { root, name, settings }. */}}
{{- define "matinale.image" -}}
{{- $image := .root.Values.image -}}
{{- $folder := ternary (printf "%s/" $image.registry) "" (ne $image.registry "") -}}
{{- $digest := get $image.digests .name -}}
{{- $at := ternary (printf "@%s" $digest) "" (ne $digest "") -}}
{{- .settings.image | default (printf "%smatinale-%s:%s%s" $folder .name ($image.tag | default .root.Chart.AppVersion) $at) }}
{{- end }}

{{/* Secrets for pulling images, in a pod. Takes the chart's scope. */}}
{{- define "matinale.pullSecrets" -}}
{{- with .Values.image.pullSecrets -}}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{/* The nodes on which a pod may run, and its priority. Takes the settings of a service, or `defaults`. */}}
{{- define "matinale.placement" -}}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* In lower case: an Ingress and an HTTPRoute accept no other. */}}
{{- define "matinale.host" -}}
{{- (urlParse .Values.publicUrl).hostname | lower }}
{{- end }}

{{- define "matinale.secretName" -}}
{{- .Values.secrets.existingSecret | default (printf "%s-secrets" (include "matinale.fullname" .)) }}
{{- end }}

{{- define "matinale.brokers" -}}
{{- if .Values.kafka.deploy }}{{ include "matinale.fullname" . }}-kafka:9092{{ else }}{{ join "," .Values.kafka.brokers }}{{ end }}
{{- end }}
