-- ARGV: now, time left in ms, then per hold: id, spent. Answers the ids that are not open.
local expires = now + tonumber(ARGV[2])
local lost = {}

expire_holds()
for index = 3, #ARGV, 2 do
  local hold = read_hold(ARGV[index])
  if hold then
    hold.spent = math.max(hold.spent, tonumber(ARGV[index + 1]))
    hold.total = math.max(hold.total, hold.spent)
    if not hold.closed then
      hold.expires = math.max(hold.expires, expires)
    end
    write_hold(hold)
  end
  if not hold or hold.closed then
    lost[#lost + 1] = ARGV[index]
  end
end
keep_while_held()
return lost
