-- Put before admit and release.
-- rates:  <scope> -> "minute requests tokens previousRequests previousTokens active"
-- slots:  <request id> -> "minute tokens scope scope ..."
-- expiry: request ids by the time their slot is free again
local rates, slots, expiry = KEYS[1], KEYS[2], KEYS[3]
local MINUTE_MS = 60000
local minute = math.floor(now / MINUTE_MS)

local function words(line)
  local list = {}
  for word in string.gmatch(line, '%S+') do
    list[#list + 1] = word
  end
  return list
end

-- What the scope used in the minute under way and the one before.
local function read_rate(scope)
  local line = redis.call('HGET', rates, scope)
  local figures = line and words(line) or { 0, 0, 0, 0, 0, 0 }
  local rate = {
    scope = scope,
    minute = tonumber(figures[1]),
    requests = tonumber(figures[2]),
    tokens = tonumber(figures[3]),
    previous_requests = tonumber(figures[4]),
    previous_tokens = tonumber(figures[5]),
    active = tonumber(figures[6]),
  }
  if minute > rate.minute then
    local is_next = minute == rate.minute + 1
    rate.previous_requests = is_next and rate.requests or 0
    rate.previous_tokens = is_next and rate.tokens or 0
    rate.requests, rate.tokens, rate.minute = 0, 0, minute
  end
  return rate
end

local function write_rate(rate)
  local figures = {
    text(rate.minute),
    text(rate.requests),
    text(rate.tokens),
    text(rate.previous_requests),
    text(rate.previous_tokens),
    text(rate.active),
  }
  redis.call('HSET', rates, rate.scope, table.concat(figures, ' '))
end

-- Frees a slot; with `tokens` the count made for it is corrected.
local function free_slot(id, tokens)
  local line = redis.call('HGET', slots, id)
  if not line then
    return
  end
  redis.call('HDEL', slots, id)
  redis.call('ZREM', expiry, id)
  local slot = words(line)
  local slot_minute = tonumber(slot[1])
  local correction = tokens and tokens - slot[2] or 0
  for index = 3, #slot do
    local rate = read_rate(slot[index])
    rate.active = rate.active - 1
    if slot_minute == rate.minute then
      rate.tokens = rate.tokens + correction
    elseif slot_minute == rate.minute - 1 then
      rate.previous_tokens = rate.previous_tokens + correction
    end
    write_rate(rate)
  end
end

local function free_expired_slots()
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', expiry, '-inf', text(now))) do
    free_slot(id)
  end
end
