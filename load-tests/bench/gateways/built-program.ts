/** The program of a peer that cannot be installed by its name: built or downloaded by whoever measures, named in the environment. */
export function builtProgram(variable: string, peer: string): string {
  const path = process.env[variable];
  if (!path) throw new Error(`set ${variable} to the program of ${peer}`);
  return path;
}
