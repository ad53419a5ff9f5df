-- One POST for all requests, and the figures as one line of JSON at the end.
local file = io.open(os.getenv('BENCH_BODY'))
wrk.method = 'POST'
wrk.body = file:read('*a')
wrk.headers['Content-Type'] = 'application/json'
wrk.headers['Authorization'] = 'Bearer ' .. os.getenv('BENCH_KEY')
file:close()
for name, value in (os.getenv('BENCH_HEADERS') or ''):gmatch('([^:\n]+): ([^\n]*)') do
  wrk.headers[name] = value
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"durationMicroseconds":%d,"failed":%d,"p50Microseconds":%d,"p99Microseconds":%d}\n',
    summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
