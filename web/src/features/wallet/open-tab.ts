/**
 * Opens a page in a new tab once its address is known. The tab is opened at once, in the person's click: later the browser
 * would take it for a pop-up. Where it does so all the same, the caller's page has a link.
 */
export async function openTab(address: () => Promise<string>): Promise<void> {
  const tab = window.open('', '_blank');
  if (tab !== null) tab.opener = null;
  try {
    const url = await address();
    if (tab !== null) tab.location.replace(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
