import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Point } from './chart-data.ts';
import type { PlotProps } from './plot-props.ts';
import { useAxes } from './use-axes.tsx';

/** Bars over time, on or beside each other. A gap in the surface's colour parts those of a stack. */
export function TimeBars(props: PlotProps) {
  const { name, grid, x, y, tooltip } = useAxes(props);
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        ref={name}
        data={[...props.points]}
        margin={{ top: 6, right: 2, bottom: 0, left: 2 }}
        barCategoryGap="20%"
        barGap={2}
      >
        <CartesianGrid {...grid} />
        <XAxis {...x} />
        <YAxis {...y} />
        <Tooltip {...tooltip} cursor={{ fill: 'var(--ant-color-fill-quaternary)' }} />
        {props.series.map(({ id, name: title, color }) => (
          <Bar
            key={id}
            name={title}
            dataKey={({ values }: Point) => values[id] ?? 0}
            fill={color}
            {...(props.stacked ? { stackId: 'all', stroke: 'var(--ant-color-bg-container)' } : {})}
            maxBarSize={40}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
