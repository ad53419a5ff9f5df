import { DashboardPage } from '../features/dashboard/pages/dashboard-page.tsx';
import { WelcomeChecklist } from '../features/welcome/components/welcome-checklist.tsx';

/** The dashboard, with the first steps above it for who has not made a request yet. */
export function DashboardRoute() {
  return <DashboardPage welcome={<WelcomeChecklist />} />;
}
