/** Hosts of OpenAI's interface that had a channel type of their own: their addresses, by type. Both gateways number them alike. */
export const resellers: Readonly<Record<number, string>> = {
  6: 'https://api.openaimax.com',
  7: 'https://api.ohmygpt.com',
  9: 'https://api.caipacity.com',
  10: 'https://api.aiproxy.io',
  12: 'https://api.api2gpt.com',
  13: 'https://api.aigc2d.com',
};
