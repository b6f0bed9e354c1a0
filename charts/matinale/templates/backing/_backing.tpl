{{/*
A single server with a disk, for development: no replicas, no password, reachable only by the services that use it.
Takes root, name, port, user, disk (mount path), env, args, probe (a command), scratch (writable folders),
readOnly (root file system).
*/}}
{{- define "matinale.backing" -}}
{{- $values := index .root.Values .name -}}
{{- $fullname := printf "%s-%s" (include "matinale.fullname" .root) .name -}}
apiVersion: v1
kind: Service
metadata:
  name: {{ $fullname }}
  labels: {{- include "matinale.labels" . | nindent 4 }}
spec:
  # Kafka redirects its clients to this name, also the readiness probe before the pod is ready
  publishNotReadyAddresses: true
  selector: {{- include "matinale.selector" . | nindent 4 }}
  ports:
    - { name: client, port: {{ .port }}, targetPort: client, protocol: TCP }
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: {{ $fullname }}
  labels: {{- include "matinale.labels" . | nindent 4 }}
spec:
  replicas: 1
  serviceName: {{ $fullname }}
  selector:
    matchLabels: {{- include "matinale.selector" . | nindent 6 }}
  template:
    metadata:
      labels: {{- include "matinale.selector" . | nindent 8 }}
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: 60
      securityContext: {{- include "matinale.podSecurity" .user | nindent 8 }}
      {{- include "matinale.pullSecrets" .root | nindent 6 }}
      containers:
        - name: {{ .name }}
          image: {{ $values.image }}
          {{- with .args }}
          args: {{- toYaml . | nindent 12 }}
          {{- end }}
          securityContext: {{- include "matinale.containerSecurity" .readOnly | nindent 12 }}
          ports:
            - { name: client, containerPort: {{ .port }}, protocol: TCP }
          {{- with .env }}
          env:
            {{- range $name, $value := . }}
            - { name: {{ $name }}, value: {{ $value | toString | quote }} }
            {{- end }}
          {{- end }}
          startupProbe:
            exec: { command: {{ toJson .probe }} }
            periodSeconds: 3
            timeoutSeconds: 10
            failureThreshold: 40
          readinessProbe:
            tcpSocket: { port: client }
            periodSeconds: 10
            timeoutSeconds: 5
          resources: {{- toYaml .resources | nindent 12 }}
          volumeMounts:
            - { name: data, mountPath: {{ .disk }} }
            {{- range .scratch }}
            - { name: scratch, mountPath: {{ . }}, subPath: {{ base . }} }
            {{- end }}
      volumes:
        - name: scratch
          emptyDir: {}
  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
        resources: { requests: { storage: {{ $values.storage }} } }
{{- end }}
