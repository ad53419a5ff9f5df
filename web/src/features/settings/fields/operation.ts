import type { OptionField, OptionSection, SettingsTab } from './field.ts';
import { chats, groups, models } from './relaying.ts';

const general: readonly OptionField[] = [
  { key: 'RetryTimes', label: 'settings:RetryTimes', hint: 'settings:RetryTimes.hint', unit: 'settings:unit.times' },
  {
    key: 'DisplayInCurrencyEnabled',
    label: 'settings:DisplayInCurrency',
    hint: 'settings:DisplayInCurrency.hint',
  },
  {
    key: 'DisplayTokenStatEnabled',
    label: 'settings:DisplayTokenStat',
    hint: 'settings:DisplayTokenStat.hint',
  },
  {
    key: 'DefaultCollapseSidebar',
    label: 'settings:DefaultCollapseSidebar',
    hint: 'settings:DefaultCollapseSidebar.hint',
  },
];

const drawing: readonly OptionField[] = [
  { key: 'DrawingEnabled', label: 'settings:DrawingEnabled', hint: 'settings:DrawingEnabled.hint' },
  { key: 'TaskEnabled', label: 'settings:TaskEnabled', hint: 'settings:TaskEnabled.hint' },
  { key: 'MjNotifyEnabled', label: 'settings:MjNotify', hint: 'settings:MjNotify.hint' },
  { key: 'MjAccountFilterEnabled', label: 'settings:MjAccountFilter', hint: 'settings:MjAccountFilter.hint' },
  { key: 'MjForwardUrlEnabled', label: 'settings:MjForwardUrl', hint: 'settings:MjForwardUrl.hint' },
  { key: 'MjModeClearEnabled', label: 'settings:MjModeClear', hint: 'settings:MjModeClear.hint' },
  {
    key: 'MjActionCheckSuccessEnabled',
    label: 'settings:MjActionCheck',
    hint: 'settings:MjActionCheck.hint',
  },
];

const sensitive: readonly OptionField[] = [
  { key: 'CheckSensitiveEnabled', label: 'settings:CheckSensitive', hint: 'settings:CheckSensitive.hint' },
  {
    key: 'CheckSensitiveOnPromptEnabled',
    label: 'settings:CheckOnPrompt',
    hint: 'settings:CheckOnPrompt.hint',
  },
  {
    key: 'CheckSensitiveOnCompletionEnabled',
    label: 'settings:CheckOnCompletion',
    hint: 'settings:CheckOnCompletion.hint',
  },
  { key: 'StopOnSensitiveEnabled', label: 'settings:StopOnSensitive', hint: 'settings:StopOnSensitive.hint' },
  {
    key: 'StreamCacheQueueLength',
    label: 'settings:StreamCacheQueue',
    hint: 'settings:StreamCacheQueue.hint',
    unit: 'settings:unit.events',
  },
  { key: 'SensitiveWords', label: 'settings:SensitiveWords', hint: 'settings:SensitiveWords.hint' },
];

const logs: readonly OptionField[] = [
  { key: 'LogConsumeEnabled', label: 'settings:LogConsume', hint: 'settings:LogConsume.hint' },
];

const dashboard: readonly OptionField[] = [
  { key: 'DataExportEnabled', label: 'settings:DataExport', hint: 'settings:DataExport.hint' },
  {
    key: 'DataExportInterval',
    label: 'settings:DataExportInterval',
    hint: 'settings:DataExportInterval.hint',
    unit: 'settings:unit.minutes',
  },
  {
    key: 'DataExportDefaultTime',
    label: 'settings:DataExportDefaultTime',
    hint: 'settings:DataExportDefaultTime.hint',
    words: { hour: 'settings:word.hour', day: 'settings:word.day', week: 'settings:word.week' },
  },
];

const monitoring: readonly OptionField[] = [
  {
    key: 'ChannelDisableThreshold',
    label: 'settings:ChannelDisableThreshold',
    hint: 'settings:ChannelDisableThreshold.hint',
    unit: 'settings:unit.seconds',
  },
  {
    key: 'AutomaticDisableChannelEnabled',
    label: 'settings:AutomaticDisable',
    hint: 'settings:AutomaticDisable.hint',
  },
  { key: 'AutomaticEnableChannelEnabled', label: 'settings:AutomaticEnable', hint: 'settings:AutomaticEnable.hint' },
  {
    key: 'AutomaticDisableKeywords',
    label: 'settings:DisableKeywords',
    hint: 'settings:DisableKeywords.hint',
  },
];

const quota: readonly OptionField[] = [
  {
    key: 'QuotaPerUnit',
    label: 'settings:QuotaPerUnit',
    hint: 'settings:QuotaPerUnit.hint',
    warning: 'settings:QuotaPerUnit.warning',
  },
  { key: 'QuotaForNewUser', label: 'settings:QuotaForNewUser', hint: 'settings:QuotaForNewUser.hint', amount: true },
  { key: 'QuotaForInviter', label: 'settings:QuotaForInviter', hint: 'settings:QuotaForInviter.hint', amount: true },
  { key: 'QuotaForInvitee', label: 'settings:QuotaForInvitee', hint: 'settings:QuotaForInvitee.hint', amount: true },
  {
    key: 'InviteRewardAfterPaymentEnabled',
    label: 'settings:InviteRewardAfterPayment',
    hint: 'settings:InviteRewardAfterPayment.hint',
  },
  {
    key: 'InviterRebatePercent',
    label: 'settings:InviterRebate',
    hint: 'settings:InviterRebate.hint',
    unit: 'settings:unit.percent',
  },
  {
    key: 'QuotaRemindThreshold',
    label: 'settings:QuotaRemindThreshold',
    hint: 'settings:QuotaRemindThreshold.hint',
    amount: true,
  },
  {
    key: 'PreConsumedQuota',
    label: 'settings:PreConsumedQuota',
    hint: 'settings:PreConsumedQuota.hint',
    unit: 'settings:unit.tokens',
  },
];

const limits: readonly OptionField[] = [
  { key: 'ModelRequestRateLimitEnabled', label: 'settings:RateLimit', hint: 'settings:RateLimit.hint' },
  {
    key: 'ModelRequestRateLimitDurationMinutes',
    label: 'settings:RateLimitMinutes',
    hint: 'settings:RateLimitMinutes.hint',
    unit: 'settings:unit.minutes',
  },
  {
    key: 'ModelRequestRateLimitCount',
    label: 'settings:RateLimitCount',
    hint: 'settings:RateLimitCount.hint',
    unit: 'settings:unit.requests',
  },
  {
    key: 'ModelRequestRateLimitSuccessCount',
    label: 'settings:RateLimitSuccess',
    hint: 'settings:RateLimitSuccess.hint',
    unit: 'settings:unit.requests',
  },
];

const sections: readonly OptionSection[] = [
  { id: 'general', title: 'settings:general', text: 'settings:general.text', fields: general },
  {
    id: 'drawing',
    title: 'settings:drawing',
    text: 'settings:drawing.text',
    fields: drawing,
    switch: 'DrawingEnabled',
  },
  {
    id: 'sensitive',
    title: 'settings:sensitive',
    text: 'settings:sensitive.text',
    fields: sensitive,
    switch: 'CheckSensitiveEnabled',
  },
  { id: 'logs', title: 'settings:logs', text: 'settings:logs.text', fields: logs, switch: 'LogConsumeEnabled' },
  {
    id: 'dashboard',
    title: 'settings:dashboard',
    text: 'settings:dashboard.text',
    fields: dashboard,
    switch: 'DataExportEnabled',
  },
  { id: 'monitoring', title: 'settings:monitoring', text: 'settings:monitoring.text', fields: monitoring },
  { id: 'quota', title: 'settings:quota', text: 'settings:quota.text', fields: quota },
  {
    id: 'limits',
    title: 'settings:limits',
    text: 'settings:limits.text',
    fields: limits,
    switch: 'ModelRequestRateLimitEnabled',
  },
  chats,
  groups,
  models,
];

export const operation: SettingsTab = { id: 'operation', title: 'settings:tab.operation', sections };
