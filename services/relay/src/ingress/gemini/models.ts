const embeds = /embed/i;

/** GET /v1beta/models as Google's clients read it: one page. */
export function describeModels(models: Iterable<string>) {
  return { models: Array.from(models, describeModel) };
}

/** GET /v1beta/models/{id}. */
export function describeModel(id: string) {
  return {
    name: `models/${id}`,
    displayName: id,
    supportedGenerationMethods: embeds.test(id)
      ? ['embedContent', 'batchEmbedContents']
      : ['generateContent', 'streamGenerateContent', 'countTokens'],
  };
}
