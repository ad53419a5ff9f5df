/** OpenTelemetry's `gen_ai.operation.name`, which has a word of its own for some operations. */
export function operationName(operation: string): string {
  return operation === 'completions' ? 'text_completion' : operation;
}
