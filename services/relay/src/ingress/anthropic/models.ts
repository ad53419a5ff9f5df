/** Fixed: models have no date of their own here. */
const createdAt = '2021-07-20T16:00:00Z';

/** GET /v1/models as Anthropic's clients read it: one page. */
export function describeModels(models: Iterable<string>) {
  const data = Array.from(models, describeModel);
  return { data, has_more: false, first_id: data.at(0)?.id ?? null, last_id: data.at(-1)?.id ?? null };
}

/** GET /v1/models/{id}. */
export function describeModel(id: string) {
  return { type: 'model', id, display_name: id, created_at: createdAt };
}
