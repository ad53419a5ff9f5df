-- Put before every script that asks for the time. ARGV[1] is empty: Redis tells the time, so that the clocks of its
-- clients need not agree. Tests pass their own.
local now = tonumber(ARGV[1])
if not now then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end

-- tostring() turns 1e15 into an approximation.
local function text(number)
  return string.format('%.0f', number)
end
