-- One POST for all requests, but for the key where there are several, and the figures as one line of JSON at the end.
local file = io.open(os.getenv('BENCH_BODY'))
wrk.method = 'POST'
wrk.body = file:read('*a')
wrk.headers['Content-Type'] = 'application/json'
wrk.headers['Authorization'] = 'Bearer ' .. os.getenv('BENCH_KEY')
file:close()
for name, value in (os.getenv('BENCH_HEADERS') or ''):gmatch('([^:\n]+): ([^\n]*)') do
  wrk.headers[name] = value
end

local keys = {}
local names = os.getenv('BENCH_KEYS') or ''
if names ~= '' then
  for key in io.lines(names) do keys[#keys + 1] = key end
  math.randomseed(os.time())
  local before, after
  function init()
    wrk.headers['Authorization'] = 'Bearer KEY'
    before, after = wrk.format():match('^(.-)KEY(.*)$')
  end
  function request()
    return before .. keys[math.random(#keys)] .. after
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"durationMicroseconds":%d,"failed":%d,"p50Microseconds":%d,"p99Microseconds":%d}\n',
    summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
