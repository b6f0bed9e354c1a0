{{- define "matinale.deployment" -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .fullname }}
  labels: {{- include "matinale.labels" . | nindent 4 }}
spec:
  {{- if not .settings.autoscaling.enabled }}
  replicas: {{ .settings.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  selector:
    matchLabels: {{- include "matinale.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "matinale.selector" . | nindent 8 }}
        {{- with .settings.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      annotations:
        # A change of configuration starts new pods. A change in your own secret does not:
        # kubectl rollout restart
        checksum/config: {{ list (include "matinale.plainEnv" .) .root.Values.product | toJson | sha256sum }}
        checksum/secrets: {{ list .root.Values.secrets .root.Values.mongodb.uri .root.Values.redis.url | toJson | sha256sum }}
        {{- with .settings.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ .fullname }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      # Requests are accepted for drainSeconds, then the shutdown takes at most 50 s
      terminationGracePeriodSeconds: {{ add .root.Values.drainSeconds 55 }}
      securityContext: {{- include "matinale.podSecurity" 1000 | nindent 8 }}
      {{- include "matinale.pullSecrets" .root | nindent 6 }}
      {{- include "matinale.placement" .settings | nindent 6 }}
      {{- if .root.Values.topologySpread.enabled }}
      topologySpreadConstraints:
        {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
        - maxSkew: 1
          topologyKey: {{ $key }}
          whenUnsatisfiable: ScheduleAnyway
          matchLabelKeys: [pod-template-hash]
          labelSelector:
            matchLabels: {{- include "matinale.selector" $ | nindent 14 }}
        {{- end }}
      {{- end }}
      containers:
        - name: {{ .name }}
          image: {{ include "matinale.image" . }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          securityContext: {{- include "matinale.containerSecurity" (not .root.Values.liveSync) | nindent 12 }}
          ports:
            - { name: http, containerPort: 8080, protocol: TCP }
            - { name: metrics, containerPort: 9090, protocol: TCP }
          envFrom:
            - configMapRef: { name: {{ .fullname }} }
          env:
            {{- include "matinale.secretEnv" . | trim | nindent 12 }}
            {{- with .settings.extraEnv }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          startupProbe:
            httpGet: { path: /livez, port: metrics }
            periodSeconds: 2
            failureThreshold: 45
          livenessProbe:
            httpGet: { path: /livez, port: metrics }
            periodSeconds: 10
            timeoutSeconds: 3
            failureThreshold: 3
          readinessProbe:
            httpGet: { path: /readyz, port: metrics }
            periodSeconds: 3
            timeoutSeconds: 3
            failureThreshold: 2
          resources: {{- toYaml .settings.resources | nindent 12 }}
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
            {{- if .root.Values.product }}
            - { name: product, mountPath: /var/run/product, readOnly: true }
            {{- end }}
            {{- if .root.Values.extraAuthorities.secret }}
            {{- include "matinale.authoritiesMount" .root | nindent 12 }}
            {{- end }}
            {{- if and (eq .name "content") .root.Values.speech.googleCredentialsSecret }}
            - { name: google, mountPath: /var/run/google, readOnly: true }
            {{- end }}
            {{- with .settings.extraVolumeMounts }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
      volumes:
        - name: tmp
          emptyDir: { sizeLimit: 256Mi }
        {{- if .root.Values.product }}
        - name: product
          configMap: { name: {{ include "matinale.fullname" .root }}-product }
        {{- end }}
        {{- if .root.Values.extraAuthorities.secret }}
        {{- include "matinale.authoritiesVolume" .root | nindent 8 }}
        {{- end }}
        {{- if and (eq .name "content") .root.Values.speech.googleCredentialsSecret }}
        - name: google
          secret: { secretName: {{ .root.Values.speech.googleCredentialsSecret }} }
        {{- end }}
        {{- with .settings.extraVolumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
{{- end }}

{{- define "matinale.authoritiesMount" -}}
- { name: authorities, mountPath: /var/run/authorities, readOnly: true }
{{- end }}

{{- define "matinale.authoritiesVolume" -}}
- name: authorities
  secret: { secretName: {{ .Values.extraAuthorities.secret }} }
{{- end }}
