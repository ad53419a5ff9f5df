/** What a page and the editors that open over it have in common: `/channel/edit/7` lies in `channel`. */
export function areaOf(pathname: string): string {
  return pathname.split('/')[1] ?? '';
}
