import dayjs from 'dayjs';
import type { TooltipContentProps } from 'recharts';
import { useLanguage } from '../../lib/i18n.ts';
import { directionOf } from '../../lib/languages.ts';
import type { Point } from './chart-data.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import type { PlotProps } from './plot-props.ts';
import { stretchText, tickText } from './stretch.ts';

const tick = { fill: 'var(--ant-color-text-tertiary)', fontSize: 12 };

/** Axes, grid and tooltip of a plot over time; where texts run from right to left, time does too. */
export function useAxes({ label, points, series, unit, bucket, sumTitle }: PlotProps) {
  const language = useLanguage();
  const mirrored = directionOf(language) === 'rtl';
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0];
  const oneDay = dayjs.unix(first).isSame(dayjs.unix(last), 'day');
  return {
    // A title of the chart's own would show as a second tooltip.
    name: (svg: SVGSVGElement | null) => svg?.setAttribute('aria-label', label),
    grid: { vertical: false, stroke: 'var(--ant-color-border-secondary)' },
    x: {
      dataKey: 'at',
      reversed: mirrored,
      tickFormatter: (at: number) => tickText(at, bucket, oneDay, language),
      tickLine: false,
      axisLine: { stroke: 'var(--ant-color-border)' },
      minTickGap: 28,
      tickMargin: 8,
      tick,
    },
    y: {
      orientation: mirrored ? ('right' as const) : ('left' as const),
      width: 'auto' as const,
      tickFormatter: unit.tick,
      tickLine: false,
      axisLine: false,
      tickCount: 5,
      allowDecimals: unit.whole !== true,
      tick,
    },
    tooltip: {
      isAnimationActive: false,
      // Above the sticky bar's content, below the bar.
      wrapperStyle: { zIndex: 5 },
      content: ({ active, payload }: TooltipContentProps) => {
        const point = payload[0]?.payload as Point | undefined;
        if (!active || point === undefined) return null;
        const title = stretchText(point.at, bucket, language);
        return (
          <div dir={directionOf(language)}>
            <ChartTooltip title={title} point={point} series={series} unit={unit} sumTitle={sumTitle} />
          </div>
        );
      },
    },
  };
}
