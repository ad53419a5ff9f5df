/** The last page of a list, when the page asked for lies behind it: its last row was deleted, or its address is old. */
export function lastPageBefore(paging: { page: number; pageSize: number; total: number }): number | undefined {
  const last = Math.ceil(paging.total / paging.pageSize);
  return last > 0 && paging.page > last ? last : undefined;
}
