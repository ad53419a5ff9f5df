/** Sends again, as every payment provider does, while the answer is that the database has no room: 50 calls at once on a busy machine. */
export async function untilServed<Answer extends { readonly statusCode: number }>(
  send: () => PromiseLike<Answer>,
): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.statusCode !== 503) return answer;
  }
}
