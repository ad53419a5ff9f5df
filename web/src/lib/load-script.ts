const loaded = new Map<string, Promise<void>>();

/** Loads a script of another host once. The server's content security policy names the hosts that may be asked. */
export function loadScript(address: string): Promise<void> {
  const known = loaded.get(address);
  if (known !== undefined) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      loaded.delete(address);
      script.remove();
      reject(new Error(`${new URL(address).host} cannot be reached`));
    };
    document.head.append(script);
  });
  loaded.set(address, loading);
  return loading;
}
