/** Of stores and remote control, which take orders from whoever reaches them, some of them even inside a request of HTTP. */
const stores = new Set([
  1433, 1521, 2375, 2376, 2379, 3306, 3389, 4222, 5432, 5900, 6379, 6380, 9042, 9200, 11211, 27017,
]);

/** Whether a web server may listen at the port of an address. Below 1024 everything but 80 and 443 belongs to another service. */
export function isWebPort({ port }: URL): boolean {
  const number = Number(port);
  return port === '' || number === 80 || number === 443 || (number >= 1024 && !stores.has(number));
}
