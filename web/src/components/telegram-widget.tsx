import { useEffect, useRef } from 'react';
import { useLanguage } from '../lib/i18n.ts';
import { useSiteStatus } from '../lib/site-status.ts';

/**
 * Telegram's sign-in button. It leads to `/oauth/telegram`: its other way, a function in an attribute, needs `eval`, which
 * the content security policy forbids.
 */
export function TelegramWidget() {
  const { telegram_bot_name: bot } = useSiteStatus();
  const language = useLanguage();
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const holder = place.current;
    if (holder === null) return;
    const script = document.createElement('script');
    script.async = true;
    script.src = 'https://telegram.org/js/telegram-widget.js?22';
    script.dataset.telegramLogin = bot;
    script.dataset.size = 'large';
    script.dataset.radius = '8';
    script.dataset.requestAccess = 'write';
    script.dataset.userpic = 'false';
    script.dataset.lang = language.slice(0, 2);
    script.dataset.authUrl = `${window.location.origin}/oauth/telegram`;
    holder.append(script);
    return () => holder.replaceChildren();
  }, [bot, language]);

  return <div ref={place} style={{ minHeight: 40, textAlign: 'center' }} />;
}
