import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Point } from './chart-data.ts';
import type { PlotProps } from './plot-props.ts';
import { useAxes } from './use-axes.tsx';

/** Lines over time, broken where nothing is known. */
export function TimeLines(props: PlotProps) {
  const { name, grid, x, y, tooltip } = useAxes(props);
  return (
    <ResponsiveContainer width="100%" height="100%">
      <LineChart ref={name} data={[...props.points]} margin={{ top: 6, right: 10, bottom: 0, left: 10 }}>
        <CartesianGrid {...grid} />
        <XAxis {...x} padding={{ left: 12, right: 12 }} />
        <YAxis {...y} />
        <Tooltip {...tooltip} cursor={{ stroke: 'var(--ant-color-border)' }} />
        {props.series.map(({ id, name: title, color, dashed }) => (
          <Line
            key={id}
            name={title}
            dataKey={({ values }: Point) => values[id] ?? null}
            stroke={color}
            strokeWidth={2}
            {...(dashed === true ? { strokeDasharray: '5 4' } : {})}
            dot={props.points.length <= 31 ? { r: 2.5, strokeWidth: 0, fill: color } : false}
            activeDot={{ r: 4 }}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}
