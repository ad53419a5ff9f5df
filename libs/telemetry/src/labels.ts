export type Labels = Readonly<Record<string, string>>;
