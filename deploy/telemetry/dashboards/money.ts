import type { Dashboard } from './dashboard.ts';
import { quantile } from './quantile.ts';

/** From the charge to the journal, and whether it adds up. */
export const money: Dashboard = {
  name: 'money',
  title: 'Switchyard: money',
  panels: [
    {
      title: 'Charged per hour',
      description: '500,000 quota are one dollar.',
      unit: 'currencyUSD',
      queries: [
        {
          expr: 'sum by (model) (rate(switchyard_relay_charged_quota_total[30m])) * 3600 / 500000',
          legend: '{{model}}',
        },
      ],
    },
    {
      title: 'Tokens a second',
      unit: 'short',
      queries: [{ expr: 'sum by (kind) (rate(switchyard_relay_tokens_total[5m]))', legend: '{{kind}}' }],
    },
    {
      title: 'Tokens per request, median',
      unit: 'short',
      queries: [
        { expr: quantile(0.5, 'gen_ai_client_token_usage', 'gen_ai_token_type'), legend: '{{gen_ai_token_type}}' },
      ],
    },
    {
      title: 'Users whose books do not add up',
      description: 'Must be 0.',
      unit: 'short',
      queries: [{ expr: 'max(switchyard_billing_open_breaches)', legend: 'breaches' }],
    },
    {
      title: 'Since the last audit',
      unit: 's',
      queries: [{ expr: 'min by (scope) (switchyard_billing_audit_age_seconds)', legend: '{{scope}}' }],
    },
    {
      title: 'Parked events',
      unit: 'short',
      queries: [{ expr: 'max(switchyard_billing_dead_letters)', legend: 'dead letters' }],
    },
    {
      title: 'Usage events: on their way',
      unit: 'short',
      queries: [
        { expr: 'sum(switchyard_relay_unpublished_events)', legend: 'events not in the stream' },
        { expr: 'max(switchyard_billing_stream_lag_messages)', legend: 'messages not in the journal' },
      ],
    },
    {
      title: 'Age of the oldest event that the stream does not have',
      unit: 's',
      queries: [{ expr: 'max by (instance) (switchyard_relay_oldest_unpublished_seconds)', legend: '{{instance}}' }],
    },
    {
      title: 'Spool on disk',
      unit: 'percentunit',
      queries: [{ expr: 'switchyard_relay_spool_bytes / switchyard_relay_spool_limit_bytes', legend: '{{instance}}' }],
    },
    {
      title: 'Taken from balances and not spent',
      unit: 'currencyUSD',
      queries: [{ expr: 'sum by (use) (switchyard_relay_held_quota) / 500000', legend: '{{use}}' }],
    },
    {
      title: 'Events settled a second',
      unit: 'cps',
      queries: [
        { expr: 'sum by (result) (rate(switchyard_billing_events_total[5m]))', legend: '{{result}}' },
        { expr: 'max(rate(switchyard_billing_journal_rows_total[5m]))', legend: 'journal rows' },
      ],
    },
    {
      title: 'Settling a batch, 95 % stay below',
      unit: 's',
      queries: [{ expr: quantile(0.95, 'switchyard_billing_batch_duration_seconds'), legend: 'batch' }],
    },
    {
      title: 'Payment notices',
      unit: 'cps',
      queries: [
        {
          expr: 'sum by (processor, result) (rate(switchyard_console_payment_notices_total[30m]))',
          legend: '{{processor}} {{result}}',
        },
      ],
    },
    {
      title: 'Payments asked about',
      unit: 'cps',
      queries: [
        {
          expr: 'sum by (processor, result) (rate(switchyard_billing_payment_answers_total[30m]))',
          legend: '{{processor}} {{result}}',
        },
      ],
    },
    {
      title: 'Days to come with a partition of the log',
      unit: 'short',
      queries: [{ expr: 'min(switchyard_billing_log_days_ahead)', legend: 'days' }],
    },
  ],
};
