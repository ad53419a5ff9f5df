import { option, rootOption } from './definition.ts';
import { choice, flag, html, imageUrl, integer, line, serverAddress } from './kinds.ts';
import { chatLink, chatLinks } from './lists.ts';

/** How the installation presents itself. */
export const siteOptions = {
  SystemName: option(line(1, 60), 'Switchyard'),
  Logo: option(imageUrl, ''),
  Footer: option(html(20_000), ''),
  /** Markup, or an https address that is shown in a frame; so are the next two. */
  Notice: option(html(20_000), ''),
  About: option(html(200_000), ''),
  HomePageContent: option(html(200_000), ''),
  SeoTitle: option(line(0, 200), ''),
  SeoDescription: option(line(0, 500), ''),
  SeoKeywords: option(line(0, 500), ''),
  /** Where clients reach the installation; in code samples, and in links of mails: whose address it is reads their tokens. */
  ServerAddress: rootOption(serverAddress, ''),
  ChatLink: option(chatLink, ''),
  ChatLink2: option(chatLink, ''),
  Chats: option(chatLinks, '[]'),
  DisplayInCurrencyEnabled: option(flag, 'true'),
  /** Whether the billing calls of API clients show the token's figures or its owner's. */
  DisplayTokenStatEnabled: option(flag, 'true'),
  DefaultCollapseSidebar: option(flag, 'false'),
  DrawingEnabled: option(flag, 'true'),
  TaskEnabled: option(flag, 'true'),
  DataExportEnabled: option(flag, 'true'),
  /** Minutes after which a dashboard looks again. */
  DataExportInterval: option(integer(1, 1440), '5'),
  DataExportDefaultTime: option(choice('hour', 'day', 'week'), 'hour'),
};
