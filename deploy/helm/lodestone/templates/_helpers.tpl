{{- define "lodestone.selector" -}}
app.kubernetes.io/name: lodestone
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "lodestone.labels" -}}
{{ include "lodestone.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "lodestone.egress" -}}
- to:
    {{- range .networks }}
    - ipBlock:
        {{- toYaml . | nindent 8 }}
    {{- end }}
  ports:
    {{- range .ports }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
{{- end }}
