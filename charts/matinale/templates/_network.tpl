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
    {{- include "matinale.dnsEgress" . | nindent 4 }}
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
    - ports: [{ protocol: TCP, port: 443 }]
      to:
        - ipBlock:
            cidr: 0.0.0.0/0
            except: {{- toYaml $policy.privateCidrs | nindent 14 }}
    {{- end }}
    {{- with .root.Values.tracing }}
    {{- if .endpoint }}
    - ports: [{ protocol: TCP, port: {{ regexFind "[0-9]+$" .endpoint | default (ternary "443" "80" (hasPrefix "https:" .endpoint)) }} }]
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

{{- define "matinale.dnsEgress" -}}
- ports: [{ protocol: UDP, port: 53 }, { protocol: TCP, port: 53 }]
  to:
    - namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: kube-system } }
{{- end }}

{{/* To Kafka, MongoDB or Redis, in this release or outside. Takes { root, name }. */}}
{{- define "matinale.backingEgress" -}}
{{- $values := index .root.Values .name -}}
{{- $ports := list -}}
{{- if eq .name "kafka" -}}
{{- range splitList "," (include "matinale.brokers" .root) -}}
{{- $ports = append $ports (splitList ":" . | last | int) -}}
{{- end -}}
{{- else -}}
{{- $ports = list (int $values.port) -}}
{{- end -}}
- ports:
    {{- range uniq $ports }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
  {{- if $values.deploy }}
  to:
    {{- include "matinale.peerOf" . | nindent 4 }}
  {{- else if .root.Values.networkPolicy.backingCidrs }}
  to:
    {{- range .root.Values.networkPolicy.backingCidrs }}
    - ipBlock: { cidr: {{ . }} }
    {{- end }}
  {{- end }}
{{- end }}
