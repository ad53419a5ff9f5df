import type { TagChange } from '@switchyard/console/calls';

/** The editor of a tag. What is blank stays, but for the name: a blank one dissolves the tag. */
export interface TagForm {
  readonly newTag: string;
  readonly models: readonly string[];
  readonly groups: readonly string[];
  readonly modelMapping: string;
  readonly priority: number | null;
  readonly weight: number | null;
}

export function noTagChange(tag: string): TagForm {
  return { newTag: tag, models: [], groups: [], modelMapping: '', priority: null, weight: null };
}

/** What to send; undefined when nothing was changed. */
export function tagChange(tag: string, form: TagForm): TagChange | undefined {
  const newTag = form.newTag.trim();
  const change = {
    ...(newTag === tag ? {} : { new_tag: newTag }),
    ...(form.models.length === 0 ? {} : { models: form.models.join(',') }),
    ...(form.groups.length === 0 ? {} : { groups: form.groups.join(',') }),
    ...(form.modelMapping.trim() === '' ? {} : { model_mapping: form.modelMapping }),
    ...(form.priority === null ? {} : { priority: form.priority }),
    ...(form.weight === null ? {} : { weight: form.weight }),
  };
  return Object.keys(change).length === 0 ? undefined : { tag, ...change };
}
