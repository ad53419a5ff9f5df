import type { Dashboard } from './dashboard.ts';
import { quantile } from './quantile.ts';

/** What customers notice, and which upstream is to blame. */
export const traffic: Dashboard = {
  name: 'traffic',
  title: 'Switchyard: traffic',
  panels: [
    {
      title: 'Requests by outcome',
      description: 'refused and rate_limited: the upstream said no to the request.',
      unit: 'reqps',
      queries: [{ expr: 'sum by (outcome) (rate(switchyard_relay_requests_total[5m]))', legend: '{{outcome}}' }],
    },
    {
      title: 'Share of requests that failed',
      unit: 'percentunit',
      queries: [
        {
          expr: 'sum(rate(switchyard_relay_requests_total{outcome=~"upstream_failed|timed_out|interrupted"}[5m])) / sum(rate(switchyard_relay_requests_total[5m]))',
          legend: 'failed',
        },
      ],
    },
    {
      title: 'Refused before a channel was asked',
      unit: 'reqps',
      queries: [{ expr: 'sum by (code) (rate(switchyard_relay_refusals_total[5m]))', legend: '{{code}}' }],
    },
    {
      title: 'Running requests',
      unit: 'short',
      queries: [{ expr: 'sum by (answer) (switchyard_relay_running_requests)', legend: '{{answer}}' }],
    },
    {
      title: 'Time to first token, 95 % stay below',
      unit: 's',
      queries: [
        {
          expr: quantile(0.95, 'gen_ai_server_time_to_first_token_seconds', 'gen_ai_request_model'),
          legend: '{{gen_ai_request_model}}',
        },
      ],
    },
    {
      title: 'Time per output token, median',
      unit: 's',
      queries: [
        {
          expr: quantile(0.5, 'gen_ai_server_time_per_output_token_seconds', 'gen_ai_request_model'),
          legend: '{{gen_ai_request_model}}',
        },
      ],
    },
    {
      title: 'Duration of answers, 95 % stay below',
      unit: 's',
      queries: [
        {
          expr: 'histogram_quantile(0.95, sum by (le, gen_ai_request_model) (rate(gen_ai_server_request_duration_seconds_bucket{error_type=""}[5m])))',
          legend: '{{gen_ai_request_model}}',
        },
      ],
    },
    {
      title: 'Requests by provider',
      unit: 'reqps',
      queries: [
        {
          expr: 'sum by (gen_ai_provider_name) (rate(gen_ai_server_request_duration_seconds_count[5m]))',
          legend: '{{gen_ai_provider_name}}',
        },
      ],
    },
    {
      title: 'Retries, and requests that they saved',
      unit: 'cps',
      queries: [
        { expr: 'sum(rate(switchyard_relay_retries_total[5m]))', legend: 'retries' },
        { expr: 'sum(rate(switchyard_relay_recovered_requests_total[5m]))', legend: 'answered after a failure' },
      ],
    },
    {
      title: 'Failures of channels by cause',
      description: 'client: the request was at fault. credential: the key or account of the channel is refused.',
      unit: 'cps',
      queries: [
        {
          expr: 'sum by (channel, cause) (rate(switchyard_relay_channel_failures_total[5m])) > 0',
          legend: '{{channel}} {{cause}}',
        },
      ],
    },
    {
      title: 'Calls to channels by status',
      unit: 'cps',
      queries: [{ expr: 'sum by (status) (rate(switchyard_relay_tries_total[5m]))', legend: '{{status}}' }],
    },
    {
      title: 'Models for which a channel is passed over',
      unit: 'short',
      queries: [{ expr: 'max by (channel) (switchyard_relay_open_breakers)', legend: 'channel {{channel}}' }],
    },
  ],
};
