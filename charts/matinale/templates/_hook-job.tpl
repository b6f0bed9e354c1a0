{{/*
A job that a hook runs before or after the pods of a release start, with its service account and its network policy.
Takes root, name, hook, store (kafka or mongodb: what it may reach), deadlineSeconds, restartPolicy and containers,
each with name, service (whose image and settings), args and env (YAML).
*/}}
{{- define "matinale.hookJob" -}}
{{- $scope := dict "root" .root "name" .name }}
{{- $fullname := printf "%s-%s" (include "matinale.fullname" .root) .name }}
{{- $authorities := .root.Values.extraAuthorities.secret -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ $fullname }}
  labels: {{- include "matinale.labels" $scope | nindent 4 }}
  annotations: {{- include "matinale.neededByJob" .hook | nindent 4 }}
automountServiceAccountToken: false
{{- if .root.Values.networkPolicy.enabled }}
---
# Of this release: the policies of the release before it may deny its stores.
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ $fullname }}
  labels: {{- include "matinale.labels" $scope | nindent 4 }}
  annotations: {{- include "matinale.neededByJob" .hook | nindent 4 }}
spec:
  podSelector:
    matchLabels: {{- include "matinale.selector" $scope | nindent 6 }}
  policyTypes: [Ingress, Egress]
  egress:
    {{- include "matinale.dnsEgress" .root | nindent 4 }}
    {{- include "matinale.backingEgress" (dict "root" .root "name" .store) | nindent 4 }}
{{- end }}
---
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ $fullname }}
  labels: {{- include "matinale.labels" $scope | nindent 4 }}
  annotations:
    helm.sh/hook: {{ .hook }}
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
    helm.sh/hook-output-log-policy: hook-failed
spec:
  backoffLimit: 8
  activeDeadlineSeconds: {{ .deadlineSeconds }}
  template:
    metadata:
      labels: {{- include "matinale.labels" $scope | nindent 8 }}
    spec:
      restartPolicy: {{ .restartPolicy }}
      serviceAccountName: {{ $fullname }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      securityContext: {{- include "matinale.podSecurity" 1000 | nindent 8 }}
      {{- include "matinale.pullSecrets" .root | nindent 6 }}
      {{- include "matinale.placement" .root.Values.defaults | nindent 6 }}
      containers:
        {{- range .containers }}
        {{- $settings := include "matinale.settings" (dict "root" $.root "name" .service) | fromYaml }}
        - name: {{ .name }}
          image: {{ include "matinale.image" (dict "root" $.root "name" .service "settings" $settings) }}
          imagePullPolicy: {{ $.root.Values.image.pullPolicy }}
          args: {{- toYaml .args | nindent 12 }}
          securityContext: {{- include "matinale.containerSecurity" true | nindent 12 }}
          env:
            {{- .env | trim | nindent 12 }}
            {{- if $authorities }}
            - { name: NODE_EXTRA_CA_CERTS, value: {{ include "matinale.authoritiesFile" $.root }} }
            {{- end }}
          resources:
            requests: { cpu: 20m, memory: 128Mi }
            limits: { memory: 256Mi }
          {{- if $authorities }}
          volumeMounts:
            {{- include "matinale.authoritiesMount" $.root | nindent 12 }}
          {{- end }}
        {{- end }}
      {{- if $authorities }}
      volumes:
        {{- include "matinale.authoritiesVolume" .root | nindent 8 }}
      {{- end }}
{{- end }}

{{/* Annotations of an object that a job needs. Takes the hook of the job. */}}
{{- define "matinale.neededByJob" -}}
helm.sh/hook: {{ . }}
helm.sh/hook-weight: "-5"
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end }}
