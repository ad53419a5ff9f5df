import { PersonalSettings } from '../features/account/components/personal-settings.tsx';
import { SettingsPage } from '../features/settings/pages/settings-page.tsx';

/** The settings page with the account's own part in its first tab. */
export function SettingsRoute() {
  return <SettingsPage personal={<PersonalSettings />} />;
}
