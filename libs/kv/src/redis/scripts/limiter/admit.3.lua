-- ARGV: now, request id, tokens, time left in ms, then per scope: name and, empty when unlimited, requests per minute,
-- tokens per minute, concurrency. Answers nothing when admitted, else scope, limit and ms to wait.
local id, tokens, expires_in = ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local elapsed = (now % MINUTE_MS) / MINUTE_MS
-- When a slot comes free nobody knows; a second is soon enough to ask again.
local CONCURRENCY_RETRY_MS = 1000

-- Ms until `cost` fits under `limit`, 0 when it fits now. The window slides: the previous minute weighs as much as of
-- it still lies within the last 60 s. A cost beyond the limit never fits, whatever the answer says.
local function wait_ms(previous, current, cost, limit)
  local room = limit - cost
  if previous * (1 - elapsed) + current <= room then
    return 0
  end
  local fraction
  if current <= room then
    fraction = 1 - elapsed - (room - current) / previous
  else
    fraction = 2 - elapsed - (room > 0 and room / current or 0)
  end
  return math.max(1, math.ceil(fraction * MINUTE_MS))
end

free_expired_slots()
if redis.call('HEXISTS', slots, id) == 1 then
  return {}
end

local scopes = {}
for index = 5, #ARGV, 4 do
  local rate = read_rate(ARGV[index])
  local per_minute, tokens_per_minute = tonumber(ARGV[index + 1]), tonumber(ARGV[index + 2])
  local concurrency = tonumber(ARGV[index + 3])
  local wait = per_minute and wait_ms(rate.previous_requests, rate.requests, 1, per_minute) or 0
  if wait > 0 then
    return { rate.scope, 'requests_per_minute', wait }
  end
  wait = tokens_per_minute and wait_ms(rate.previous_tokens, rate.tokens, tokens, tokens_per_minute) or 0
  if wait > 0 then
    return { rate.scope, 'tokens_per_minute', wait }
  end
  if concurrency and rate.active >= concurrency then
    return { rate.scope, 'concurrency', CONCURRENCY_RETRY_MS }
  end
  scopes[#scopes + 1] = rate
end

local slot = { text(minute), text(tokens) }
for _, rate in ipairs(scopes) do
  rate.requests = rate.requests + 1
  rate.tokens = rate.tokens + tokens
  rate.active = rate.active + 1
  write_rate(rate)
  slot[#slot + 1] = rate.scope
end
redis.call('HSET', slots, id, table.concat(slot, ' '))
redis.call('ZADD', expiry, text(now + expires_in), id)

-- The rates outlive the minutes they matter for and every slot counted in them.
local keep_ms = math.max(2 * MINUTE_MS, expires_in + MINUTE_MS)
for _, key in ipairs(KEYS) do
  if redis.call('PTTL', key) < keep_ms then
    redis.call('PEXPIRE', key, text(keep_ms))
  end
end
return {}
