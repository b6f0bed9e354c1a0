{{/* Connections that a service may accept and open; network-policy.yaml denies all others. */}}
{{- define "matinale.serviceNetworkPolicy" -}}
{{- $policy := .root.Values.networkPolicy -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ .fullname }}
  labels: {{- include "matinale.labels" . | nindent 4 }}
spec:
  podSelector:
    matchLabels: {{- include "matinale.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    - ports: [{ protocol: TCP, port: http }]
      from:
        {{- range .calledBy }}
        {{- if eq . "outside" }}
        {{- include "matinale.peerOf" (dict "root" $.root "name" "test") | nindent 8 }}
        {{- with $policy.gatewayFrom }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
        {{- else }}
        {{- include "matinale.peerOf" (dict "root" $.root "name" .) | nindent 8 }}
        {{- end }}
        {{- end }}
    {{- with $policy.metricsFrom }}
    - ports: [{ protocol: TCP, port: metrics }]
      from: {{- toYaml . | nindent 8 }}
    {{- end }}
    {{- with .settings.extraIngress }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  egress:
    {{- include "matinale.dnsEgress" .root | nindent 4 }}
    {{- if .calls }}
    - ports: [{ protocol: TCP, port: 8080 }]
      to:
        {{- range .calls }}
        {{- include "matinale.peerOf" (dict "root" $.root "name" .) | nindent 8 }}
        {{- end }}
    {{- end }}
    {{- range $backing := list "kafka" "mongodb" "redis" }}
    {{- if has $backing $.uses }}
    {{- include "matinale.backingEgress" (dict "root" $.root "name" $backing) | nindent 4 }}
    {{- end }}
    {{- end }}
    {{- if has "internet" .uses }}
    {{- include "matinale.internetEgress" (dict "root" .root "port" 443) | nindent 4 }}
    {{- end }}
    {{- if and (has "mail" .uses) .root.Values.mail.enabled }}
    {{- include "matinale.internetEgress" (dict "root" .root "port" .root.Values.mail.port) | nindent 4 }}
    {{- end }}
    {{- with .root.Values.tracing }}
    {{- if .endpoint }}
    - ports: [{ protocol: TCP, port: {{ regexFind ":[0-9]+$" .endpoint | trimPrefix ":" | default (ternary "443" "80" (hasPrefix "https:" .endpoint)) }} }]
      to: {{- toYaml .to | nindent 8 }}
    {{- end }}
    {{- end }}
    {{- with .settings.extraEgress }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}

{{- define "matinale.peerOf" -}}
- podSelector:
    matchLabels: {{- include "matinale.selector" . | nindent 6 }}
{{- end }}

{{/* To public addresses. Each exception must be inside its block, so the two families are apart. Takes { root, port }. */}}
{{- define "matinale.internetEgress" -}}
- ports: [{ protocol: TCP, port: {{ .port }} }]
  to:
    {{- range $all, $part := dict "0.0.0.0/0" "[.]" "::/0" ":" }}
    - ipBlock:
        cidr: {{ $all | quote }}
        except:
          {{- range $.root.Values.networkPolicy.privateCidrs }}
          {{- if regexMatch $part . }}
          - {{ . | quote }}
          {{- end }}
          {{- end }}
    {{- end }}
{{- end }}

{{/* To name servers. Takes the chart's scope. */}}
{{- define "matinale.dnsEgress" -}}
{{- $dns := .Values.networkPolicy.dns -}}
- ports:
    {{- range $dns.ports }}
    - { protocol: UDP, port: {{ . }} }
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
  to: {{- toYaml $dns.to | nindent 4 }}
{{- end }}

{{/* To Kafka, MongoDB or Redis, in this release or outside. Takes { root, name }. */}}
{{- define "matinale.backingEgress" -}}
{{- $values := index .root.Values .name -}}
{{- $ports := list -}}
{{- if eq .name "kafka" -}}
{{- range splitList "," (include "matinale.brokers" .root) -}}
{{- $ports = append $ports (splitList ":" . | last | int) -}}
{{- end -}}
{{- $ports = concat $ports $values.extraPorts -}}
{{- else -}}
{{- $ports = $values.ports -}}
{{- end -}}
- ports:
    {{- range uniq $ports }}
    - { protocol: TCP, port: {{ int . }} }
    {{- end }}
  {{- if $values.deploy }}
  to:
    {{- include "matinale.peerOf" . | nindent 4 }}
  {{- else if .root.Values.networkPolicy.backingCidrs }}
  to:
    {{- range .root.Values.networkPolicy.backingCidrs }}
    - ipBlock: { cidr: {{ . | quote }} }
    {{- end }}
  {{- end }}
{{- end }}
