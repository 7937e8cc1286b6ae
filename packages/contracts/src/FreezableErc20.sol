// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC20Metadata} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Metadata.sol";

/// @title FreezableErc20
/// @notice An ERC-20 token whose accounts can be frozen and burnt from, and whose functions can be paused, FOR TESTS ONLY.
/// @dev As in AUSD a pause is checked before anything else, and a transfer to zero is a transfer like any other. Keeps
/// an account's balance and its freeze in one slot, as AUSD does, so that measured gas is realistic. OpenZeppelin's
/// ERC20 has no room for the flag. Names of errors and of the ERC-6093 ones are AUSD's.
abstract contract FreezableErc20 is IERC20Metadata, IERC20Errors {
    struct Account {
        bool isFrozen;
        /// @dev Base units.
        uint248 balance;
    }

    mapping(address account => Account) private _accounts;

    /// @inheritdoc IERC20Metadata
    string public name;

    /// @inheritdoc IERC20Metadata
    string public symbol;

    /// @notice Base units in existence.
    uint256 public totalSupply;

    /// @notice The amount that `spender` may still move from `owner`, in base units.
    mapping(address owner => mapping(address spender => uint256 amount)) public allowance;

    /// @notice Whether nothing can be minted.
    bool public isMintPaused;

    /// @notice Whether nothing can be burnt.
    bool public isBurnFromPaused;

    /// @notice Whether nothing can be frozen or unfrozen.
    bool public isFreezingPaused;

    /// @notice Whether all transfers are refused.
    bool public isTransferPaused;

    /// @notice Whether transfers and permits by signature are refused.
    bool public isSignatureVerificationPaused;

    /// @notice An account can no longer send or receive.
    event AccountFrozen(address indexed account);

    /// @notice An account can send and receive again.
    event AccountUnfrozen(address indexed account);

    /// @notice A frozen account can neither send nor receive.
    error AccountIsFrozen(address frozenAccount);

    /// @notice Burning is paused.
    error BurnFromPaused();

    /// @notice Freezing and unfreezing are paused.
    error FreezingPaused();

    /// @notice Minting is paused.
    error MintPaused();

    /// @notice Signatures are paused.
    error SignatureVerificationPaused();

    /// @notice Transfers are paused.
    error TransferPaused();

    /// @dev Fixed once. Each is at most 31 bytes long.
    constructor(string memory name_, string memory symbol_) {
        name = name_;
        symbol = symbol_;
    }

    /// @notice Moves tokens from the caller.
    /// @param to The recipient.
    /// @param value Amount in base units. Zero is legal.
    /// @return Always true, because it reverts otherwise.
    function transfer(address to, uint256 value) external returns (bool) {
        _requireTransfers();
        _transfer(msg.sender, to, value);
        return true;
    }

    /// @notice Moves tokens that the caller has an allowance for. An allowance of 2^256 − 1 never shrinks.
    /// @param from The owner.
    /// @param to The recipient.
    /// @param value Amount in base units.
    /// @return Always true, because it reverts otherwise.
    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        _requireTransfers();
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) {
            require(allowed >= value, ERC20InsufficientAllowance(msg.sender, allowed, value));
            allowance[from][msg.sender] = allowed - value;
        }
        _transfer(from, to, value);
        return true;
    }

    /// @notice Lets `spender` move the caller's tokens.
    /// @param spender The account that may move them.
    /// @param value How much, in base units.
    /// @return Always true.
    function approve(address spender, uint256 value) external returns (bool) {
        _approve(msg.sender, spender, value);
        return true;
    }

    /// @notice An account's base units.
    /// @param account Any account.
    function balanceOf(address account) external view returns (uint256) {
        return _accounts[account].balance;
    }

    /// @notice Whether an account can neither send nor receive.
    /// @param account Any account.
    function isAccountFrozen(address account) external view returns (bool) {
        return _accounts[account].isFrozen;
    }

    /// @notice Six, as AUSD has.
    function decimals() external pure returns (uint8) {
        return 6;
    }

    function _transfer(address from, address to, uint256 value) internal {
        Account memory sender = _accounts[from];
        require(!sender.isFrozen, AccountIsFrozen(from));
        require(sender.balance >= value, ERC20InsufficientBalance(from, sender.balance, value));
        _accounts[from].balance = uint248(sender.balance - value);
        // Read after the sender's was written: they may be the same. The supply bounds every balance.
        Account memory recipient = _accounts[to];
        require(!recipient.isFrozen, AccountIsFrozen(to));
        _accounts[to].balance = uint248(recipient.balance + value);
        emit Transfer(from, to, value);
    }

    /// @dev A freeze stops neither this nor burning.
    function _mint(address to, uint256 value) internal {
        require(!isMintPaused, MintPaused());
        require(to != address(0), ERC20InvalidReceiver(to));
        totalSupply += value;
        require(totalSupply <= type(uint248).max, ERC20InvalidReceiver(to));
        _accounts[to].balance += uint248(value);
        emit Transfer(address(0), to, value);
    }

    function _burn(address from, uint256 value) internal {
        uint256 balance = _accounts[from].balance;
        require(balance >= value, ERC20InsufficientBalance(from, balance, value));
        _accounts[from].balance = uint248(balance - value);
        totalSupply -= value;
        emit Transfer(from, address(0), value);
    }

    function _approve(address owner, address spender, uint256 value) internal {
        allowance[owner][spender] = value;
        emit Approval(owner, spender, value);
    }

    function _setFrozen(address account, bool isFrozen) internal {
        require(!isFreezingPaused, FreezingPaused());
        _accounts[account].isFrozen = isFrozen;
        if (isFrozen) emit AccountFrozen(account);
        else emit AccountUnfrozen(account);
    }

    function _requireTransfers() internal view {
        require(!isTransferPaused, TransferPaused());
    }

    function _requireSignatures() internal view {
        require(!isSignatureVerificationPaused, SignatureVerificationPaused());
    }
}
